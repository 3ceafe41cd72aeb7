import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEvent, writeCalendar } from '../../rules/time/calendar-file.ts'
import { interpretationSchema } from '../schema/documents.ts'
import { calendarFiles } from './calendar-files.ts'

const item = (id: number, fields: object) =>
  interpretationSchema.parse({ id, title: `政策${id}`, region: '000000', ...fields })
const ITEMS = [
  item(1, {
    department: '财政部',
    window: { kind: '申报期', opens: '2026-10-01', closes: '2026-12-31', note: '以通知为准' },
    themes: ['科技创新'],
  }),
  item(2, { window: { kind: '申报期', closes: '2026-11-30' }, region: '440000' }),
  item(3, {
    window: { kind: '全年可享', closes: '2027-01-31' },
    region: '440100',
    themes: ['科技创新', '税费减免'],
  }),
  item(4, { window: { kind: '常年受理' } }),
  item(6, { window: { kind: '全年可享' } }),
  item(7, { window: { kind: '按批次受理', months: [7, 9] } }),
  item(8, { window: { kind: '常年受理', closes: '2026-12-31' }, region: '110000' }),
  item(9, { window: { kind: '按批次受理', closes: '2027-12-31' }, region: '110000' }),
  item(5, {}),
]
const FILES = new Map(calendarFiles(ITEMS, 'https://portal.example').map((file) => [file.name, file]))
const summaries = (name: string) => FILES.get(name)?.events.map(({ summary }) => summary)

test('there is one file of all, one for each used region and theme, and one for each dated policy', () => {
  expect([...FILES.keys()]).toEqual([
    'all',
    'region-000000',
    'region-110000',
    'region-440000',
    'region-440100',
    'theme-tax',
    'theme-technology',
    'policy-1',
    'policy-2',
    'policy-3',
    'policy-8',
    'policy-9',
  ])
})

test("a region contains its own windows, its province's and the nation's", () => {
  expect(summaries('region-440100')).toEqual(['开始：政策1', '截止：政策1', '截止：政策2', '到期：政策3'])
  expect(summaries('region-440000')).toEqual(['开始：政策1', '截止：政策1', '截止：政策2'])
  expect(summaries('region-110000')).toEqual(['开始：政策1', '截止：政策1', '截止：政策8', '到期：政策9'])
  expect(summaries('theme-tax')).toEqual(['到期：政策3'])
})

test('every file is read by an independent parser, with ids that occur once', () => {
  for (const { title, events } of FILES.values()) {
    const read = new ICAL.Component(ICAL.parse(writeCalendar(title, events))).getAllSubcomponents('vevent')
    const ids = read.map((event) => new ICAL.Event(event).uid)
    expect(ids).toEqual(events.map(({ uid }) => uid))
    expect(new Set(ids).size).toBe(ids.length)
  }
})

const EVENT: CalendarEvent = {
  uid: 'item-1-closes@zhice',
  day: '2026-12-31',
  stamp: '2026-11-21',
  summary: '截止：示例政策',
  description: '最高 50 万元',
  url: 'https://portal.example/pmanagement/1',
}

/** Parses with an independent library. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

test('an independent parser reads the file', () => {
  const [event] = read(writeCalendar('政策日历', [EVENT]))
  expect(event).toMatchObject({ uid: EVENT.uid, summary: EVENT.summary, description: EVENT.description })
  expect(event?.startDate.isDate).toBe(true)
  expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual(['2026-12-31', '2027-01-01'])
  expect(event?.component.getFirstPropertyValue('url')).toBe(EVENT.url)
  expect(String(event?.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-21T00:00:00Z')
})

test('an alarm rings days before, in the morning', () => {
  const [event] = read(writeCalendar('一项', [{ ...EVENT, alarmDays: 7 }]))
  const alarm = event?.component.getFirstSubcomponent('valarm')
  expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-P6DT15H')
})
