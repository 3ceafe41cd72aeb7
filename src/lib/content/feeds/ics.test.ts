import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEvent, writeCalendar } from './ics.ts'

const EVENT: CalendarEvent = {
  uid: 'item-1-closes@zhice',
  day: '2026-12-31',
  stamp: '2026-11-21',
  summary: '截止：示例政策',
  description: '最高 50 万元',
  url: 'https://portal.example/pmanagement/1',
}

/** What an independent program reads. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

test('an independent parser reads what was written', () => {
  const [event] = read(writeCalendar('政策日历', [EVENT]))
  expect(event).toMatchObject({ uid: EVENT.uid, summary: EVENT.summary, description: EVENT.description })
  expect(event?.startDate.isDate).toBe(true)
  expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual(['2026-12-31', '2027-01-01'])
  expect(event?.component.getFirstPropertyValue('url')).toBe(EVENT.url)
  expect(String(event?.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-21T00:00:00Z')
})

test.each([
  '逗号,分号;反斜线\\和\n换行',
  '很长的中文说明，'.repeat(40),
  '😀'.repeat(60),
  'a'.repeat(300),
  'BEGIN:VEVENT\r\nUID:other',
])('text goes through unharmed: %j', (text) => {
  const file = writeCalendar(text, [{ ...EVENT, summary: text, description: text }])
  const events = read(file)
  expect(events).toHaveLength(1)
  expect(events[0]?.summary).toBe(text.replace('\r\n', '\n'))
  expect(events[0]?.description).toBe(text.replace('\r\n', '\n'))
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n\ufffd]/)
  }
})

test('an alarm rings days before', () => {
  const [event] = read(writeCalendar('一项', [{ ...EVENT, alarmDays: 7 }]))
  const alarm = event?.component.getFirstSubcomponent('valarm')
  expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-P7D')
})
