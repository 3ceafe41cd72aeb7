import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLValidator } from 'fast-xml-parser'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Interpretation, interpretationSchema } from '../schema/documents.ts'
import { pngIn, pngOf, svgOf } from './draw.ts'
import { altOf, pictureOf, readExample } from './picture.ts'
import { sheetOf } from './sheet.tsx'

type Written = Parameters<typeof interpretationSchema.parse>[0] & object

const interpretation = (fields: Written): Interpretation =>
  interpretationSchema.parse({ id: 1, title: '研发费用补助', region: '440100', ...fields })

const pictured = (fields: Written, example?: Parameters<typeof pictureOf>[0]['example']) =>
  pictureOf({
    data: interpretation(fields),
    bases: [],
    example,
    address: 'https://zhice.example/pmanagement/1',
  })

describe('the change', () => {
  const EXAMPLE = { name: '一年所得200万元', sum: 400_000, isYearly: true }
  const RATE = { support: '减免', amount: { lead: '税负', from: 25, max: 5, unit: '%' } }

  test('a rate before and after, in 元 of the example', () => {
    expect(pictured(RATE, EXAMPLE).change).toEqual({
      title: '举例：一年所得200万元',
      bars: [
        { label: '原来 25%', value: '50 万元', share: 1, isGain: false },
        { label: '现在 5%', value: '10 万元', share: 0.2, isGain: true },
      ],
      sum: '一年少缴 40 万元',
    })
    expect(pictured(RATE).change?.bars.map(({ value }) => value)).toEqual(['25%', '5%'])
  })

  test('a share of the whole as a reduction', () => {
    const { change } = pictured(
      { support: '减免', amount: { lead: '减征', max: 50, unit: '%' } },
      { ...EXAMPLE, sum: 20_000 },
    )
    expect(change?.bars.map(({ label, value }) => [label, value])).toEqual([
      ['原来应缴', '4 万元'],
      ['现在应缴', '2 万元'],
    ])
  })

  test('tiers of an award, by the cases of its formula', () => {
    const choose = (...[gist = '', sum, other]: [string, string, unknown]) =>
      Object.fromEntries([
        ['when', { ask: gist, key: gist === '五级' ? 'a' : 'b', clause: { article: '第一条', gist } }],
        ['then', sum],
        ['else', other],
      ])
    const is = choose('五级', '80万元', choose('获评四级的60万元', '60万元', '0元'))
    const { change } = pictured({
      support: '奖补',
      benefit: { money: 'contested', per: '次', steps: [{ name: '奖励', is }] },
    })
    expect(change?.bars).toMatchObject([
      { label: '五级', value: '80 万元', share: 1 },
      { label: '获评四级', value: '60 万元', share: 0.75 },
    ])
  })

  test('nothing is drawn for unknown values', () => {
    expect(pictured({ support: '资质', headline: '认定' }).change).toBeUndefined()
  })
})

describe('the time', () => {
  const cells = (fields: Written) =>
    pictured(fields).period.span?.cells.map(({ label, share }) => [label, share])

  test('the months of a batch, also over the turn of a year', () => {
    const batch = (from: number, to: number) => cells({ window: { kind: '按批次受理', months: [from, to] } })
    expect(
      batch(7, 9)
        ?.filter(([, share]) => share)
        .map(([label]) => label),
    ).toEqual(['7月', '8月', '9月'])
    expect(
      batch(12, 1)
        ?.filter(([, share]) => share)
        .map(([label]) => label),
    ).toEqual(['1月', '12月'])
  })

  test('the years of a relief, in part if it begins or ends within one', () => {
    const relief = { kind: '全年可享', opens: '2026-07-01', closes: '2027-12-31' }
    expect(cells({ window: relief })).toEqual([
      ['2026', 0.5],
      ['2027', 1],
    ])
    expect(cells({ window: { kind: '全年可享', closes: '2027-12-31' } })).toBeUndefined()
  })

  test('a relief that changes by year', () => {
    const rate = { rate: '企业所得税税率' }
    const of = [
      { years: 1, is: rate },
      { years: 1, is: { times: [rate, '50%'] } },
    ]
    const own = { first_year: { label: '获利年度', unit: '年', least: 2000, most: 2100 } }
    const steps = [{ name: '比例', is: { phase: { since: 'first_year', of } } }]
    const picture = pictured({
      support: '减免',
      benefit: { money: 'law', per: '年', main: '1.first_year', own, steps },
    })
    expect(picture.period.span?.cells.map(({ words }) => words)).toEqual(['免征', '减半'])
  })
})

test('the example is the first company with one amount above 0', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'picture-')), 'a.golden.yaml')
  const company = (name: string, verdict: string, worth: string) =>
    `  - { name: ${name}, verdict: ${verdict}, worth: ${worth}, worked: 按规定算出 }\n`
  writeFileSync(
    file,
    `companies:\n${company('没有所得', '符合', '0/年')}${company('不算的企业', '待确认', '1万/年')}${company('有区间的', '符合', '[1万/年, 2万/年]')}${company('一年4万', '符合', '4万/年')}`,
  )
  expect(readExample(file)).toEqual({ name: '一年4万', sum: 40_000, isYearly: true })
  expect(readExample(`${file}.missing`)).toBeUndefined()
})

test('the files: readable SVG in both modes, a small cached PNG, rare characters drawn', async () => {
  const picture = pictured({
    title: '龘靐补助',
    gist: '研发100元，可得50元',
    amount: { max: 50, unit: '%' },
    support: '奖补',
  })
  const sheet = sheetOf(picture)
  const drawn = await svgOf(sheet)
  expect(XMLValidator.validate(drawn.svg)).toBe(true)
  const dark = /scheme:dark\)\{(.*?)\}\}/.exec(drawn.svg)?.[1] ?? ''
  const fills = [...dark.matchAll(/\[fill="(.*?)"\]/g)].map(([, fill]) => fill)
  expect(new Set(fills).size, 'each colour becomes one').toBe(fills.length)
  const folder = mkdtempSync(join(tmpdir(), 'picture-'))
  const png = await pngIn(folder)('1.png', sheet, drawn)
  expect(await sharp(png).metadata()).toMatchObject({
    width: drawn.width,
    height: drawn.height,
    isPalette: true,
  })
  expect(png.length).toBeLessThan(120 * 1024)
  writeFileSync(join(folder, '1.png'), '')
  expect((await pngIn(folder)('1.png', sheet, drawn)).equals(await pngOf(sheet))).toBe(true)
  expect(altOf(picture)).toContain('龘靐补助，一图读懂。奖补 50 %。研发100元，可得50元')
})
