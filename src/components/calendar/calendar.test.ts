import { expect, test } from 'vitest'
import type { ApplicationWindow } from '../../lib/rules/time/application-window.ts'
import {
  countWindows,
  drawRods,
  drawWindow,
  drawYear,
  MONTH,
  monthFrom,
  readCounts,
  weeksOf,
  windowDays,
  writeCounts,
  yearOf,
} from './calendar.ts'

const TODAY = '2026-11-22'
const dated = (closes: string, opens: string | null = null): ApplicationWindow => ({
  kind: 'dated',
  opens,
  closes,
})
const inForce = (closes: string | null): ApplicationWindow => ({
  kind: 'in_force',
  opens: '2023-01-01',
  closes,
})
const year = (windows: ApplicationWindow[], today = TODAY) => yearOf(countWindows(windows, TODAY), today)
const ends = (windows: ApplicationWindow[]) => year(windows).columns.map((column) => column.ends)

test('six ends within twelve months are shown month by month', () => {
  const windows = [
    '2026-11-22',
    '2026-11-30',
    '2026-12-01',
    '2027-10-31',
    '2027-10-31',
    '2027-10-01',
    '2027-11-01',
  ]
  expect(ends(windows.map((day) => dated(day)))).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3])
})

test('fewer than six are shown in two years, two months to a column', () => {
  const windows = [dated('2026-12-31'), dated('2027-01-01'), dated('2028-10-31'), dated('2028-11-01')]
  expect(ends(windows)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(year(windows).columns[1]).toEqual({
    months: ['2027-01', '2027-02'],
    ends: 1,
    endSoon: 0,
    month: '2027-01',
  })
})

test('one year is enough where the second one brings nothing', () => {
  expect(year([dated('2027-03-01')]).columns[4]?.months).toEqual(['2027-03'])
})

test.each([
  ['2026-12-22', 1],
  ['2026-12-23', 0],
])('what ends on %s is soon: %i', (day, soon) => {
  expect(year([dated(day)]).columns[1]?.endSoon).toBe(soon)
})

test('what is over ends no more, on a later day neither', () => {
  const windows = [dated('2026-11-21'), dated('2026-12-01'), inForce('2026-12-02')]
  expect(year(windows).columns.reduce((sum, column) => sum + column.ends, 0)).toBe(2)
  expect(year(windows, '2026-12-02').columns[0]).toMatchObject({ months: ['2026-12'], ends: 1, endSoon: 1 })
})

test('at any time one has what is in force and what is taken all year round', () => {
  const windows: ApplicationWindow[] = [
    { kind: 'rolling' },
    { kind: 'law' },
    { kind: 'unknown' },
    { kind: 'batches', months: [7, 9] },
    inForce(null),
    inForce('2027-12-31'),
    inForce('2026-11-21'),
    { kind: 'in_force', opens: '2026-12-01', closes: null },
    dated('2027-01-31'),
  ]
  expect(year(windows).anytime).toBe(3)
  expect(year(windows, '2026-12-01').anytime).toBe(4)
  expect(year(windows, '2028-01-01').anytime).toBe(3)
})

test('what is taken all year round or in rounds ends on its day, too', () => {
  const windows: ApplicationWindow[] = [
    { kind: 'rolling', closes: '2026-12-31' },
    { kind: 'batches', months: [4, 5], closes: '2026-12-31' },
    { kind: 'rolling', closes: '2026-11-21' },
    { kind: 'batches', months: [4, 5], closes: '2026-11-21' },
  ]
  expect(year(windows).columns.map(({ ends }) => ends)).toEqual([0, 2, ...Array<number>(10).fill(0)])
  expect(year(windows).anytime).toBe(1)
  expect(windowDays(windows, (window) => window).map(({ day }) => day)).toEqual([
    '2026-11-21',
    '2026-11-21',
    '2026-12-31',
    '2026-12-31',
  ])
  const counts = countWindows(windows, TODAY)
  expect(readCounts(writeCounts(counts))).toEqual(counts)
})

test('windows travel in the page as counts', () => {
  const counts = countWindows([inForce('2027-12-31'), inForce('2027-12-31'), { kind: 'rolling' }], TODAY)
  expect(writeCounts(counts)).toBe('in_force//2027-12-31*2 rolling*1')
  expect(readCounts(writeCounts(counts))).toEqual(counts)
})

test('rods are bundled by fives, more than ten become a number', () => {
  const drawn = (count: number) => drawYear(year(Array<ApplicationWindow>(count).fill(dated('2027-03-01'))))
  const bundles = (count: number) =>
    [...drawn(count).matchAll(/<svg class="drawing rods".*?<\/svg>/g)].map(
      ([bundle]) => bundle.match(/h3v24/g)?.length,
    )
  expect(bundles(5)).toEqual([5])
  expect(bundles(7)).toEqual([5, 2])
  expect(bundles(10)).toEqual([5, 5])
  expect(bundles(11)).toEqual([])
  expect(drawn(11)).toContain('>11</b>')
})

test('a month says in words what its rods say, and leads to its list', () => {
  const drawn = drawYear(
    year([...Array<ApplicationWindow>(9).fill(inForce('2027-12-31')), { kind: 'rolling' }]),
  )
  expect(drawn).toContain('未来 24 个月，哪个月要办')
  expect(drawn).toContain('>11<i>–12</i><i>月</i> <small class="alone">2027年</small></span>')
  expect(drawn).toContain('>1<i>–2</i><i>月</i> <small>2028年</small></span>')
  expect(drawn).toContain('>2027年11月至12月 9 项截止</span>')
  expect(drawn).toContain('href="/pmanagementlist?view=calendar&amp;month=2027-12"')
  expect(drawn).toContain('<b>10</b> 项随时可办')
  expect(drawn.match(/<li>/g)).toHaveLength(12)
  expect(drawn.match(/<svg(?![^>]*aria-hidden)/g)).toBeNull()
  expect(drawYear(year([dated('2027-01-01')], '2026-12-31'))).toContain('>2027年1月 1 项截止</span>')
})

test('a year in which nothing ends says so, without empty months', () => {
  const drawn = drawYear(year([{ kind: 'rolling' }]))
  expect(drawn).toContain('未来 12 个月没有要截止的')
  expect(drawn).toContain('<b>1</b> 项随时可办')
  expect(drawn).not.toContain('<li>')
  expect(drawn).not.toContain('一根')
  expect(drawYear(year([]))).not.toMatch(/<svg|随时可办/)
})

test('a followed window lies between its days, and one without an end runs out of the picture', () => {
  const months = year(Array<ApplicationWindow>(6).fill(dated('2026-12-01')))
  const drawn = (window: ApplicationWindow) => drawWindow(window, months, TODAY) ?? ''
  // 38 units a month: 22 November is 26, 1 January 76, 1 March 152.
  expect(drawn(dated('2027-03-01', '2027-01-01'))).toContain('<path class="win" d="M76 0H152v12H76z"/>')
  expect(drawn(dated('2027-03-01'))).toContain('d="M26 0H152')
  expect(drawn(dated('2027-03-01'))).toContain('<path class="f" d="M149 ')
  expect(drawn(dated('2026-12-22'))).toContain('<path class="soon" ')
  expect(drawn(dated('2026-12-23'))).not.toContain('soon')
  expect(drawn({ kind: 'rolling' })).toContain('d="M26 0H424v12H26zM430 ')
  expect(drawn(inForce('2027-11-01'))).toContain('zM430 ')
  expect(drawn(inForce('2027-10-31'))).not.toContain('zM430 ')
})

test.each<ApplicationWindow>([
  dated('2026-11-21'),
  { kind: 'unknown' },
  { kind: 'batches', months: [7, 9] },
  { kind: 'in_force', opens: '2027-11-01', closes: null },
])('nothing is drawn of what has no place in these months: %j', (window) => {
  const months = year(Array<ApplicationWindow>(6).fill(dated('2026-12-01')))
  expect(drawWindow(window, months, TODAY)).toBeNull()
})

test('of the rods of a month, what ends soon comes first', () => {
  const paths = [...drawRods(6, 1).matchAll(/<path class="(\w+)" d="([^"]*)"/g)].map(([, ...path]) => path)
  expect(paths).toEqual([
    ['soon', 'M0 0h3v24h-3z'],
    ['f', 'M6 0h3v24h-3zM12 0h3v24h-3zM18 0h3v24h-3zM24 0h3v24h-3z'],
    ['soon', ''],
    ['f', 'M0 0h3v24h-3z'],
  ])
})

test.each([
  ['2026-11', 6, 6, 30],
  ['2027-02', 4, 0, 28],
  ['2028-02', 5, 1, 29],
  ['2026-06', 5, 0, 30],
])('%s has %i weeks, begins after %i empty days and has %i days', (month, weeks, empty, days) => {
  const grid = weeksOf(month)
  expect(grid).toHaveLength(weeks)
  expect(grid.every((week) => week.length === 7)).toBe(true)
  expect(grid.flat().findIndex((day) => day !== null)).toBe(empty)
  expect(grid.flat().filter((day) => day !== null)).toHaveLength(days)
})

test('months go on over the year', () => {
  expect(monthFrom('2026-12', 1)).toBe('2027-01')
  expect(monthFrom('2026-01', -1)).toBe('2025-12')
})

test.each(['2026-13', '2026-00', '1999-01', '2026-1', 'x'])('%s is no month', (text) => {
  expect(MONTH.test(text)).toBe(false)
})

test('windows show on the days on which they open and close, what closes first', () => {
  const windows = [
    { kind: 'dated' as const, opens: '2026-11-30', closes: '2026-12-31' },
    { kind: 'dated' as const, opens: null, closes: '2026-11-30' },
    { kind: 'rolling' as const },
    { kind: 'unknown' as const },
  ]
  const days = windowDays(windows, (window) => window)
  expect(days.map(({ day, what }) => `${day} ${what}`)).toEqual([
    '2026-11-30 closes',
    '2026-11-30 opens',
    '2026-12-31 closes',
  ])
})
