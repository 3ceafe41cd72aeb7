import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { interpretationSchema } from '../schema/documents.ts'
import { calendarFiles } from './calendar-files.ts'
import { writeCalendar } from './ics.ts'

const item = (id: number, fields: object) =>
  interpretationSchema.parse({ id, title: `政策${id}`, region: '000000', ...fields })
const ITEMS = [
  item(1, {
    window: { opens: '2026-10-01', closes: '2026-12-31', note: '以通知为准' },
    themes: ['科技创新'],
  }),
  item(2, { window: { closes: '2026-11-30' }, region: '440000' }),
  item(3, { window: { closes: '2027-01-31' }, region: '440100', themes: ['科技创新', '税费减免'] }),
  item(4, { window: { rolling: true } }),
  item(5, {}),
]
const FILES = new Map(calendarFiles(ITEMS, 'https://portal.example').map((file) => [file.name, file]))
const summaries = (name: string) => FILES.get(name)?.events.map(({ summary }) => summary)

test('there is one file of all, one for each region and theme in use, and one for each dated policy', () => {
  expect([...FILES.keys()]).toEqual([
    'all',
    'region-000000',
    'region-440000',
    'region-440100',
    'theme-tax',
    'theme-technology',
    'policy-1',
    'policy-2',
    'policy-3',
  ])
})

test('a region has what is of use there: its own, its province’s and the nation’s', () => {
  expect(summaries('region-440100')).toEqual(['开始：政策1', '截止：政策1', '截止：政策2', '截止：政策3'])
  expect(summaries('region-440000')).toEqual(['开始：政策1', '截止：政策1', '截止：政策2'])
  expect(summaries('theme-tax')).toEqual(['截止：政策3'])
})

test('every file is read by an independent parser, with ids that occur once', () => {
  for (const { title, events } of FILES.values()) {
    const read = new ICAL.Component(ICAL.parse(writeCalendar(title, events))).getAllSubcomponents('vevent')
    const ids = read.map((event) => new ICAL.Event(event).uid)
    expect(ids).toEqual(events.map(({ uid }) => uid))
    expect(new Set(ids).size).toBe(ids.length)
  }
})
