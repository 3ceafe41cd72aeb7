import { expect, test } from 'vitest'
import { remindersOf } from './reminders.ts'

const TODAY = '2026-11-21'
const GOOD = { draft: false, source: { name: '来源', url: 'https://a.gov.cn' }, checked: '2026-11-01' }
const entry = <Data>(data: Data, body = '') => ({ file: 'a.md', data, body, bodyLine: 10, lineOf: () => 3 })
const fields = (data: Parameters<typeof remindersOf>[0]['data']) =>
  remindersOf(entry(data), TODAY).map(({ field, found }) => `${field}: ${found}`)

test.each([
  [GOOD, []],
  [{ ...GOOD, window: { closes: '2026-11-21' } }, []],
  [{ ...GOOD, window: { closes: '2026-11-20' } }, ['window: 2026-11-20']],
  [{ ...GOOD, window: { closes: '2026-11-20', note: '2026年度已结束' } }, []],
  [{ ...GOOD, source: { name: '来源' } }, ['source: 没有网址']],
  [{ draft: false }, ['source: 没有写', 'checked: 没有写']],
  [{ draft: true }, []],
  [{ ...GOOD, checked: '2026-01-01' }, ['checked: 2026-01-01']],
])('case %#', (data, found) => {
  expect(fields(data)).toEqual(found)
})
