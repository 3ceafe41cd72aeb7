/**
 * Moves the clock on by 24 months: no policy is available after the end in its own words, and no page promises a
 * day that no source of the year states.
 */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { addMonths } from '../../rules/eligibility/calendar.ts'
import { endOf, windowWords } from '../../rules/time/application-window.ts'
import { addDays } from '../../rules/time/china-day.ts'
import { canBeHad } from '../../rules/time/window-use.ts'
import { type Interpretation, windowOf } from '../schema/documents.ts'
import { GOLDEN_DAY } from './golden-company.ts'
import { readCollection } from './library.ts'

const CONTENT = fileURLToPath(new URL('../../../content', import.meta.url))
const { entries } = await readCollection(CONTENT, 'interpretations')
const policies = entries.flatMap(({ data }) => (data.draft ? [] : [{ data, window: windowOf(data.window) }]))

const NUMERALS = '一二三四五六七八九'
const numberOf = (written: string) => Number(written) || NUMERALS.indexOf(written.replace('两', '二')) + 1

/** Returns the last days in a text as YYYY-MM-DD: 到2026年底, 2025年1月1日至12月31日, 2027年3月以前, 从2026年起分两年. */
function namedEnds(text: string): string[] {
  const last = (year: string, month = '12', day = '') => {
    const first = `${year}-${month.padStart(2, '0')}-01`
    return day ? `${first.slice(0, 8)}${day.padStart(2, '0')}` : addDays(addMonths(first, 1), -1)
  }
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match.slice(1) as string[])
  return [
    ...found(/(?<![查对看])[到至—–－-](20\d\d)年(?:(\d+)月)?(?:(\d+)日)?/g),
    ...found(/(20\d\d)年(?:底|末|(\d+)月)(?:(\d+)日)?[以之]?前/g),
    ...found(/(20\d\d)年\d+月(?:\d+日)?[到至](\d+)月(?:(\d+)日)?/g),
    ...found(/[从自](20\d\d)年(?:1月1日)?起[^，。；]{0,6}?([\d一二两三四五])年/g).map(([year, years]) => [
      String(Number(year) + numberOf(years ?? '') - 1),
    ]),
  ].map(([year = '', month, day]) => last(year, month, day))
}

test.each([
  ['到2026年底', '2026-12-31'],
  ['执行至2027年6月30日', '2027-06-30'],
  ['2024至2026年', '2026-12-31'],
  ['方案（2025—2027年）', '2027-12-31'],
  ['2026年1月1日到12月31日之间', '2026-12-31'],
  ['2026年12月31日以前发放', '2026-12-31'],
  ['2027年底前', '2027-12-31'],
  ['2028年2月前', '2028-02-29'],
  ['从2026年1月1日起暂定实施1年', '2026-12-31'],
  ['从2026年起分两年实施', '2027-12-31'],
  ['降到2000万元，2026年4月起改用新标准', ''],
  ['没有查到2026年的新规定', ''],
])('%j ends on %s', (text, end) => {
  expect(namedEnds(text).join()).toBe(end)
})

/** The page's statements on the whole policy; questions and the text also mention other policies and years. */
function wordsOf({ title, short, gist, summary, gain, who, window, conditions }: Interpretation): string {
  return [title, short, gist, summary, gain, who, window?.note, ...conditions.map(({ text }) => text)].join(
    '\n',
  )
}

/** Named ends that are not the policy's. */
const OTHER_ENDS: Readonly<Record<number, { end: string; reason: string }>> = {
  58: { end: '2022-12-31', reason: '这一天以前要完成转制，优惠执行到2027年底' },
  108: { end: '2027-04-30', reason: '2026年出口的申报截止，退税没有终止日期' },
}

const ends = policies.map(({ data, window }) => ({
  data,
  window,
  closes: endOf(window),
  named: namedEnds(wordsOf(data)).filter((end) => end !== OTHER_ENDS[data.id]?.end),
}))

const days = [
  ...new Set([
    ...Array.from({ length: 24 }, (_, month) =>
      addDays(addMonths(`${GOLDEN_DAY.slice(0, 7)}-01`, month + 1), -1),
    ),
    ...ends.flatMap(({ closes, named }) =>
      [closes, ...named].flatMap((end) => (end ? [addDays(end, 1)] : [])),
    ),
  ]),
].filter((day) => day >= GOLDEN_DAY && day <= addMonths(GOLDEN_DAY, 24))

describe('on each day of the next 24 months', () => {
  test.each(days.sort())('%s: nothing is had whose own words say that it is over', (day) => {
    const kept = ends.filter(({ window }) => canBeHad(window, day))
    const over = kept.flatMap(({ data: { id }, named }) =>
      named.filter((end) => end < day).map((end) => [id, end]),
    )
    expect(over).toEqual([])
  })
})

test('every end counts on its day and not on the next', () => {
  const closing = ends.filter(({ closes }) => closes !== null)
  expect(closing.length).toBeGreaterThan(30)
  for (const { window, closes } of closing) {
    expect(canBeHad(window, closes ?? '')).toBe(true)
    expect(canBeHad(window, addDays(closes ?? '', 1))).toBe(false)
  }
})

/** 常年受理 without a source of this year: in force until a repeal, and always open by its subject. */
const LASTING: Readonly<Record<number, string>> = {
  8: '条例没有终止日期，被拖欠时随时可以投诉',
  51: '办法没有终止日期，按每个采购项目参加',
  54: '统一登记系统一直开放',
  55: '办法没有终止日期，遇到问题随时可以反映',
}

test('随时可办 needs a source of this year, or a rule without an end', () => {
  const year = GOLDEN_DAY.slice(0, 4)
  const anytime = policies.filter(({ window }) => windowWords(window, GOLDEN_DAY).detail === '随时可办')
  const unsourced = anytime.filter(({ data }) => {
    const names = [data.source?.name, ...data.compared.flatMap(({ name, read }) => [name, read])]
    const { text = '' } = { text: '', ...data.checked }
    return ![wordsOf(data), text, ...names].join('\n').includes(year)
  })
  expect(unsourced.map(({ data }) => data.id)).toEqual(Object.keys(LASTING).map(Number))
})
