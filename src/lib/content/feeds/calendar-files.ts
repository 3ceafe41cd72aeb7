/** 政策日历: the calendar files of a build, below /frontend/calendar/. */
import { NATION, regionLine } from '../../rules/regions.ts'
import { nameOf } from '../../rules/text/titles.ts'
import { startOf } from '../../rules/time/application-window.ts'
import type { CalendarEvent } from '../../rules/time/calendar-file.ts'
import { chinaDay } from '../../rules/time/china-day.ts'
import { endWord, hasDays } from '../../rules/time/window-use.ts'
import { regionName } from '../regions.ts'
import type { Interpretation } from '../schema/documents.ts'
import { windowOf } from '../schema/documents.ts'
import { THEMES } from '../schema/fields.ts'
import { checkedWords } from '../sources.ts'

/** Addresses of subscriptions, which never change. */
const THEME_NAMES: Readonly<Record<(typeof THEMES)[number], string>> = {
  税费减免: 'tax',
  科技创新: 'technology',
  融资信贷: 'finance',
  就业人才: 'employment',
  创业扶持: 'startup',
  资质认定: 'qualification',
  知识产权: 'intellectual-property',
  社保用工: 'social-insurance',
  数字化转型: 'digital',
  绿色低碳: 'green',
  市场开拓: 'market',
  营商环境: 'business-environment',
}
const ALARM_DAYS = 7
const WITHOUT_DATE = '1970-01-01'

export interface CalendarFile {
  name: string
  title: string
  events: CalendarEvent[]
}

export function calendarPath(name: string): string {
  return `/frontend/calendar/${name}.ics`
}

/** Returns a calendar of all windows with a closing day, and one for each region, theme and interpretation. */
export function calendarFiles(
  items: readonly Interpretation[],
  origin: string,
  today = chinaDay(new Date()),
): CalendarFile[] {
  const dated = items.filter(({ window }) => hasDays(windowOf(window)))
  const file = (name: string, title: string, chosen: readonly Interpretation[]): CalendarFile => ({
    name,
    title,
    events: chosen.flatMap((item) => eventsOf(item, origin)),
  })
  const regions = [...new Set(dated.map(({ region }) => region))].sort()
  return [
    file('all', '惠企政策日历', dated),
    ...regions.map((code) => {
      const line = regionLine(code)
      const here = dated.filter(({ region }) => line.includes(region))
      return file(`region-${code}`, `惠企政策日历：${code === NATION ? '全国' : regionName(code)}`, here)
    }),
    ...THEMES.map((theme) =>
      file(
        `theme-${THEME_NAMES[theme]}`,
        `惠企政策日历：${theme}`,
        dated.filter(({ themes }) => themes.includes(theme)),
      ),
    ),
    ...dated.map((item) => {
      const events = eventsOf(item, origin)
        .filter(({ day }, at, { length }) => day >= today || at === length - 1)
        .map((event) => ({ ...event, alarmDays: ALARM_DAYS }))
      return { name: `policy-${item.id}`, title: nameOf(item), events }
    }),
  ].filter(({ events }) => events.length > 0)
}

function eventsOf(item: Interpretation, origin: string): CalendarEvent[] {
  const { id, checked, published } = item
  const name = nameOf(item)
  const window = windowOf(item.window)
  if (!hasDays(window)) return []
  const same = {
    stamp: checked?.date ?? published ?? WITHOUT_DATE,
    description: describe(item),
    url: `${origin}/pmanagement/${id}`,
  }
  const closes = {
    ...same,
    uid: `item-${id}-closes@zhice`,
    day: window.closes,
    summary: `${endWord(window)}：${name}`,
  }
  const opens = startOf(window)
  if (opens === null) return [closes]
  return [{ ...same, uid: `item-${id}-opens@zhice`, day: opens, summary: `开始：${name}` }, closes]
}

function describe({ gain, window, department, hotline, official, checked }: Interpretation): string {
  return [
    gain,
    window?.note,
    department && `发文机关：${department}`,
    hotline && `咨询电话：${hotline}`,
    official && `官方申报入口：${official.name} ${official.url}`,
    `内容：${checkedWords(checked)}`,
    '申报时间以主管部门的通知为准。',
  ]
    .filter(Boolean)
    .join('\n')
}
