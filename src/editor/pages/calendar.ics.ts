/** The editors' calendar, for the program that they look at anyway. */
import { SHOWN_DIR } from 'astro:env/server'
import type { APIRoute } from 'astro'
import { writeCalendar } from '../../lib/rules/time/calendar-file.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { editorialEvents } from '../care.ts'

export const GET: APIRoute = async ({ url }) => {
  const events = await editorialEvents(SHOWN_DIR, url.origin, chinaDay(new Date()))
  return new Response(writeCalendar('编辑日历', events), {
    headers: { 'content-type': 'text/calendar; charset=utf-8' },
  })
}
