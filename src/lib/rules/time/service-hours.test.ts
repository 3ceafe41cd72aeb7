import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from './durations.ts'
import {
  awayWords,
  laterChoices,
  type ServiceHours,
  serviceHoursWords,
  serviceTimeBefore,
  workingDaysBefore,
} from './service-hours.ts'

const DAY = { from: '09:00', to: '18:00' }
/** 1 to 7 October are holidays; Sunday 27 September and Saturday 10 October are working days. */
const HOURS: ServiceHours = {
  week: [DAY, DAY, DAY, DAY, DAY, null, null],
  days: [
    { day: '2026-09-27', span: DAY },
    ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ day: `2026-10-0${day}`, span: null })),
    { day: '2026-10-10', span: { from: '09:00', to: '12:00' } },
  ],
}
const at = (text: string) => Date.parse(`${text}:00+08:00`)

test.each([
  ['2026-11-23T09:00', null],
  ['2026-11-23T17:59', null],
  ['2026-11-23T08:59', '现在是非服务时间，今天 9:00 起回复'],
  ['2026-11-23T18:00', '现在是非服务时间，明天 9:00 起回复'],
  ['2026-11-27T18:00', '现在是非服务时间，下周一 9:00 起回复'],
  ['2026-11-29T12:00', '现在是非服务时间，明天 9:00 起回复'],
  ['2026-09-27T10:00', null],
  ['2026-09-26T10:00', '现在是非服务时间，明天 9:00 起回复'],
  ['2026-09-30T19:00', '现在是非服务时间，10月8日 9:00 起回复'],
  ['2026-10-08T08:59', '现在是非服务时间，今天 9:00 起回复'],
  ['2026-10-08T09:00', null],
  ['2026-10-10T11:59', null],
  ['2026-10-10T12:00', '现在是非服务时间，下周一 9:00 起回复'],
  ['2026-09-27T17:59', null],
  ['2026-09-27T18:00', '现在是非服务时间，明天 9:00 起回复'],
  ['2026-10-10T12:30', '现在是非服务时间，下周一 9:00 起回复'],
])('at %s: %s', (now, words) => {
  expect(awayWords(HOURS, at(now))).toBe(words)
})

test.each([
  ['2026-11-23T10:00', HOURS, '2026-11-24T09:00', '2026-11-30T09:00'],
  ['2026-11-27T17:00', HOURS, '2026-11-30T09:00', '2026-12-04T09:00'],
  ['2026-09-30T17:00', HOURS, '2026-10-08T09:00', '2026-10-08T09:00'],
  ['2026-11-27T17:00', null, '2026-11-30T09:00', '2026-12-04T09:00'],
  [
    '2026-11-28T17:00',
    { week: Array(7).fill({ from: '08:30', to: '12:00' }), days: [] },
    '2026-11-29T08:30',
    '2026-12-05T08:30',
  ],
])('put off at %s it comes back when somebody is there', (now, hours, next, week) => {
  const ms = laterChoices(hours, at(now)).map((choice) => Date.parse(choice.at))
  expect(ms).toEqual([at(now) + HOUR_MS, at(now) + 3 * HOUR_MS, at(next), at(week)])
})

test('without any hours of service no day is promised', () => {
  const closed = { week: HOURS.week.map(() => null), days: [] }
  expect(awayWords(closed, at('2026-11-23T10:00'))).toBe('现在是非服务时间，恢复服务后回复')
  expect(serviceHoursWords(closed)).toBe('')
  expect(workingDaysBefore(closed, new Date(at('2026-11-23T10:00')), 3)).toBeInstanceOf(Date)
  expect(serviceTimeBefore(closed, at('2026-11-23T10:00'), HOUR_MS)).toBeLessThan(at('2026-01-01T00:00'))
})

test('half an hour of service is counted over nights and holidays', () => {
  const half = (now: string) => serviceTimeBefore(HOURS, at(now), 30 * MINUTE_MS)
  expect(half('2026-11-23T10:00')).toBe(at('2026-11-23T09:30'))
  expect(half('2026-11-23T09:10')).toBe(at('2026-11-20T17:40'))
  expect(half('2026-11-22T12:00')).toBe(at('2026-11-20T17:30'))
  expect(half('2026-10-08T09:00')).toBe(at('2026-09-30T17:30'))
  expect(serviceTimeBefore(null, at('2026-11-22T12:00'), HOUR_MS)).toBe(at('2026-11-22T11:00'))
})

test.each([
  ['2026-11-23T10:00', '2026-11-18T10:00', '2026-11-18T10:00'],
  ['2026-10-09T10:00', '2026-09-29T10:00', '2026-10-06T10:00'],
  ['2026-09-28T10:00', '2026-09-24T10:00', '2026-09-23T10:00'],
])('three working days before %s: %s, and %s where nobody has set hours', (now, expected, without) => {
  expect(workingDaysBefore(HOURS, new Date(at(now)), 3).getTime()).toBe(at(expected))
  expect(workingDaysBefore(null, new Date(at(now)), 3).getTime()).toBe(at(without))
})

test.each([
  [[DAY, DAY, DAY, DAY, DAY, null, null], '周一至周五 9:00–18:00'],
  [[DAY, DAY, DAY, DAY, DAY, { from: '09:00', to: '12:00' }, null], '周一至周五 9:00–18:00，周六 9:00–12:00'],
  [[DAY, DAY, null, DAY, null, null, null], '周一、周二 9:00–18:00，周四 9:00–18:00'],
])('hours in words', (week, words) => {
  expect(serviceHoursWords({ week, days: [] })).toBe(words)
})
