import type { APIRoute, GetStaticPaths } from 'astro'
import { interpretations } from '../../../lib/content/entries.ts'
import { type CalendarFile, calendarFiles } from '../../../lib/content/feeds/calendar-files.ts'
import { siteOrigin } from '../../../lib/content/feeds/feeds.ts'
import { writeCalendar } from '../../../lib/rules/time/calendar-file.ts'

export const getStaticPaths = (async () => {
  const items = (await interpretations()).map(({ data }) => data)
  return calendarFiles(items, siteOrigin()).map((file) => ({
    params: { name: file.name },
    props: { ...file },
  }))
}) satisfies GetStaticPaths

export const GET: APIRoute<CalendarFile> = ({ props: { title, events } }) =>
  new Response(writeCalendar(title, events), { headers: { 'content-type': 'text/calendar; charset=utf-8' } })
