import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import opentype from 'opentype.js'
import sharp from 'sharp'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { colourOf } from '../../../styles/token-colours.ts'
import { compileRates } from '../../rules/worth/compile.ts'
import { readRates } from '../rates.ts'
import { type Interpretation, interpretationSchema, originalSchema } from '../schema/documents.ts'
import { type Mark, pngIn, pngOf, svgOf, textWidth } from './draw.ts'
import { layOut } from './layout.ts'
import { breakLines } from './pen.ts'
import { figureWords, type Picture, pictureOf, wordsMarkup, wordsOf } from './picture.ts'
import {
  BLOCK,
  badBreaks,
  checkImage,
  checkLines,
  EDGES,
  type Line,
  linesOf,
  overflows,
  unsaid,
} from './testing/measure.ts'
import { shippedPictures } from './testing/shipped.ts'

const ADDRESS = 'https://zhice.example/pmanagement/1'

type Written = Parameters<typeof interpretationSchema.parse>[0] & object

const interpretation = (fields: Written): Interpretation =>
  interpretationSchema.parse({ id: 1, title: '研发费用补助', region: '440100', ...fields })

const draw = (data: Interpretation, rivals: { title: string; reason: string }[] = []) =>
  pictureOf({ data, bases: [], rivals, address: ADDRESS })

const RATES = compileRates((await readRates('src/content')).rates)

/** One that is shipped of each kind of support. */
const SUPPORTS = ['奖补', '减免', '资质', '贷款', '权益']
const samples = (await shippedPictures(ADDRESS)).filter(
  ({ support }, place, all) =>
    SUPPORTS.includes(support ?? '') && all.findIndex((each) => each.support === support) === place,
)

const step = (title: string) => ({ title, text: '按通知提交材料，网上填报，窗口核对，逾期不再受理。' })
const tiersOf = (count: number) => ({
  all: [
    {
      fact: 'rd_ratio_3y',
      op: 'gte',
      by: 'revenue',
      tiers: Array.from({ length: count }, (_, place) =>
        place < count - 1 ? { up_to: `${(place + 1) * 1000}万`, value: 40 - place * 3 } : { value: 1 },
      ),
      clause: { article: '第一条' },
    },
  ],
})

/** What no editor writes, and imports do. */
const TORTURE: Record<string, Interpretation> = {
  nothing: interpretation({}),
  'a title of 200 characters': interpretation({ title: '关于支持中小企业研发'.repeat(20), support: '奖补' }),
  'a title without a break': interpretation({ title: 'Verylongword'.repeat(16), support: '权益' }),
  'nothing but marks': interpretation({
    title: '（'.repeat(100),
    who: '，'.repeat(80),
    gain: '》'.repeat(60),
  }),
  'nine tiers': interpretation({ eligibility: tiersOf(9), support: '资质', headline: '认定' }),
  'twelve steps, all papers': interpretation({
    steps: Array.from({ length: 12 }, (_, place) =>
      step(`第${place + 1}步要办的事情名称也可以很长很长很长很长`),
    ),
    materials: Array.from({ length: 20 }, () => ({
      name: '近三个会计年度经审计的财务报表'.repeat(5),
      optional: true,
    })),
    support: '贷款',
    claim: '申报',
  }),
  'conditions without a mark': interpretation({
    conditions: Array.from({ length: 9 }, () => ({
      text: '企业所得税2026年12月31日以前'.repeat(10),
      clause: '第九十九条（九）'.repeat(3),
    })),
    who: '从事国家非限制和非禁止行业的企业'.repeat(5),
    department: Array.from({ length: 8 }, () => '国家税务总局').join('、'),
    title: '补'.repeat(60),
    gain: '每'.repeat(60),
    support: '减免',
    amount: {
      lead: '一年最多扣减',
      from: 999_999_999_999,
      max: 123_456_789,
      unit: '元',
      per: '每人每户每年每次',
    },
  }),
  'the largest sum': interpretation({
    support: '奖补',
    amount: { min: 1, max: 999_999_999_999_999, unit: '元', per: '每户每年' },
    window: { kind: '申报期', opens: '1999-01-31', closes: '2099-12-31', note: '另'.repeat(80) },
  }),
  'over the end of the year': interpretation({
    support: '奖补',
    headline: '按月补贴',
    window: { kind: '按批次受理', months: [11, 2], last: '2026年12月1日-2027年1月31日'.repeat(3) },
  }),
  'characters that few fonts have': interpretation({
    title: '喆堃公司Ⅱ类①𠮷鿏→',
    support: '权益',
    headline: '鿏鿏',
  }),
}

const CASES = [
  ...samples.map(({ name, picture }) => [name, picture] as const),
  ...Object.entries(TORTURE).map(([name, data]) => [name, draw(data)] as const),
]

test.each(CASES)(
  'nothing runs over, and the words are those of the picture, in its order: %s',
  (_, picture) => {
    checkLines(picture)
  },
)

test('the measure finds a line that is too long, one above another, and one across the first block', () => {
  const line = (text: string, x: number, y: number): Line => {
    return { text, x, y, size: 44, weight: 400, colour: 'ink', width: textWidth(text, 44, 400) }
  }
  const sheetOf = (...marks: Mark[]) => ({ width: 1080, height: 2000, marks })
  expect(overflows(sheetOf(line('一'.repeat(21), 72, 100)))).toHaveLength(0)
  expect(overflows(sheetOf(line('一'.repeat(22), 72, 100)))).toHaveLength(1)
  expect(overflows(sheetOf(line('一二', 72, 100), line('三四', 150, 130)))).toHaveLength(1)
  expect(overflows(sheetOf(line('一', 72, BLOCK)))).toHaveLength(1)
})

test.each(CASES.filter(([name]) => name !== 'nothing but marks'))(
  'no line breaks where none may: %s',
  (_, picture) => {
    expect(badBreaks(layOut(picture))).toEqual([])
  },
)

test.each([
  ['补50 万元以内，不含5 %', ['补50 万元', '以内，', '不含5 %']],
  ['截至2026-08-03为止', ['截至', '2026-08-03', '为止']],
  ['按照第九条办理', ['按照', '第九条', '办理']],
  ['一二三四五六七八九十', ['一二三四', '五六七八', '九十']],
  ['（甲）（乙）（丙）', ['（甲）', '（乙）', '（丙）']],
])('lines of %s are %j', (text, lines) => {
  const size = 40
  const room = text.startsWith('一') ? 4 * size : size * 6.1
  const narrow = text.startsWith('（') ? 5 * size : room
  const found = breakLines(text, narrow, { size, line: 60, weight: 400, colour: 'ink' })
  expect(found.every((line) => textWidth(line, size, 400) <= narrow)).toBe(true)
  if (text.startsWith('一') || text.startsWith('（')) expect(found).toEqual(lines)
  else for (const held of lines) expect(found.some((line) => line.includes(held.trim()))).toBe(true)
})

test('lines end with clauses where they can, else they are about equally long, and no word is left alone', () => {
  const type = { size: 40, line: 60, weight: 400, colour: 'ink' } as const
  const lines = (text: string) => breakLines(text, 640, type)
  expect(lines('资产总额不超过5000万元，取全年季度平均值')).toEqual([
    '资产总额不超过5000万元，',
    '取全年季度平均值',
  ])
  expect(lines('小规模纳税人、小型微利企业和个体工商户')).toEqual([
    '小规模纳税人、',
    '小型微利企业和个体工商户',
  ])
  const widths = lines('设在西部地区主营业务属于鼓励类产业的企业').map((line) => [...line].length)
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(4)
})

test('an opening mark hangs out of the line, so that words stand below words', () => {
  const { marks } = layOut(draw(interpretation({ title: '“六税两费”减半征收', support: '减免' })))
  const name = linesOf({ width: 0, height: 0, marks }).find(({ text }) => text.startsWith('“'))
  expect(name && name.x + name.size / 2).toBe(EDGES.left)
})

test('a line that is not said is found', () => {
  const picture = draw(interpretation({ who: '在广州注册的企业' }))
  expect(unsaid({ ...picture, giver: '' })).toEqual([])
  const [first, ...rest] = picture.sections
  const swapped = { ...picture, sections: [...rest, ...(first ? [first] : [])] }
  const mixed = { ...picture, sections: swapped.sections, foot: picture.foot }
  expect(unsaid(mixed)).toEqual([])
  expect(wordsMarkup({ ...picture, name: '<b>' })).toContain('<li>&lt;b&gt;</li>')
})

const MONTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']

describe('what it says', () => {
  const conditions = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ text: `条件${place}。细节。` }))
  const who = (count: number) =>
    wordsOf(draw(interpretation({ conditions: conditions(count), support: '减免' }))).find(
      ({ title }) => title === '谁能享受',
    )?.lines

  test('is five conditions at most, each its first sentence', () => {
    expect(who(0)).toBeUndefined()
    expect(who(5)).toEqual(['条件0', '条件1', '条件2', '条件3', '条件4'])
    expect(who(6)).toEqual(['条件0', '条件1', '条件2', '条件3', '条件4', '另有1项条件和说明，见网页'])
  })

  test.each([
    ['奖补', '谁能领'],
    ['减免', '谁能享受'],
    ['资质', '要达到什么'],
    ['贷款', '怎么贷'],
    ['权益', '怎么用'],
    [undefined, '谁能享受'],
  ])('begins for %s with %s', (support, title) => {
    const data = interpretation({ support, conditions: conditions(1), steps: [step('填表')], who: '企业' })
    expect(draw(data).sections[0]?.title).toBe(title)
  })

  test('composes the first block for each kind in its own way', () => {
    const shapes = (['奖补', '减免', '资质', '贷款', '权益'] as const).map((support) => {
      const data = interpretation({ support, headline: '免征', gist: '一句话' })
      const { marks } = layOut(draw(data))
      const above = marks.filter((mark) => 'path' in mark && mark.y < BLOCK)
      return JSON.stringify([above, marks.filter((mark) => 'boxes' in mark).slice(0, 3)])
    })
    expect(new Set(shapes).size).toBe(5)
  })

  test.each([
    [{ lead: '税负', from: 25, max: 5, unit: '%' }, '减免', 0.8, '税负 由 25% 降到 5 %'],
    [{ lead: '减征', max: 50, unit: '%' }, '减免', 0.5, '减征 50 %'],
    [{ lead: '加计', max: 120, unit: '%' }, '减免', 1, '加计 120 %'],
    [{ lead: '贴息', max: 50, unit: '%' }, '奖补', undefined, '贴息 50 %'],
    [{ max: 500_000, unit: '元', per: '项' }, '奖补', undefined, '奖补 50 万元／项'],
  ])('shows of %j as %s the share %s', (amount, support, share, words) => {
    const { figure, ...picture } = draw(interpretation({ amount, support }))
    expect(figureWords(figure)).toBe(words)
    if (share === undefined) expect(picture.share).toBeUndefined()
    else expect(picture.share).toBeCloseTo(share)
  })

  test('says how it is worked out where that is short', () => {
    const income = { fact: 'taxable_income' }
    const by = (count: number) => [
      { name: '税率', is: { rate: '企业所得税税率' } },
      ...Array.from({ length: count }, (_, place) => ({
        name: `税额${place}`,
        is: { times: [income, '25%'] },
      })),
    ]
    const lines = (count: number) => {
      const data = interpretation({ support: '减免', benefit: { money: 'law', per: '年', steps: by(count) } })
      const picture = pictureOf({ data, bases: [], rivals: [], rates: RATES, address: ADDRESS })
      return wordsOf(picture).find(({ title }) => title === '怎么算')?.lines
    }
    expect(lines(1)).toEqual(['税额0：应纳税所得额 × 25%'])
    expect(lines(6)).toHaveLength(6)
    expect(lines(7)).toBeUndefined()
    expect(lines(0)).toBeUndefined()
  })

  test('names each article once, and the document of several once', () => {
    const clauses = [
      '公告第五条',
      '公告第三条（一）',
      '公告第三条（二）',
      '公告第五条、公告第六条',
      '二（一）',
    ]
    const data = interpretation({
      policy: 7,
      conditions: clauses.map((clause) => ({ text: '条件', clause })),
    })
    const basis = originalSchema.parse({ id: 7, title: '公告', region: '000000', kind: '部门文件' })
    const { sections } = pictureOf({ data, bases: [basis], rivals: [], address: ADDRESS })
    const [list] = sections.at(-1)?.parts ?? []
    const note = '公告第五条、第三条（一）（二）、第六条、原文“二（一）”'
    expect(list).toMatchObject({ items: [{ text: '公告', note }] })
  })

  test.each([
    [
      { kind: '全年可享', opens: '2026-03-01', closes: '2027-12-31' },
      '执行到2027年12月31日',
      ['2026', '2027'],
      2 / 12,
      2,
    ],
    [{ kind: '申报期', opens: '2026-03-01', closes: '2026-06-30' }, '申报截止2026年6月30日', MONTHS, 2, 6],
    [{ kind: '申报期', closes: '2026-06-30' }, '申报截止2026年6月30日', ['2025', '2026'], 0, 1.5],
    [{ kind: '按批次受理', months: [11, 2] }, '按批次受理，通常11–2月', MONTHS, 10, 2],
    [{ kind: '按批次受理', months: [7, 7], closes: '2027-12-31' }, '按批次受理，通常7月', MONTHS, 6, 7],
    [{ kind: '按批次受理', closes: '2026-06-30' }, '按批次受理，到2026年6月30日', ['2025', '2026'], 0, 1.5],
    [{ kind: '常年受理', closes: '2026-06-30' }, '常年受理，到2026年6月30日', ['2025', '2026'], 0, 1.5],
  ])('of %j: %s', (window, text, labels, from, to) => {
    const picture = draw(interpretation({ window }))
    expect(picture.period.text).toBe(text)
    const parts = picture.sections.flatMap(({ parts }) => parts)
    const span = parts.find((part) => part.is === 'span')
    expect(span?.labels).toEqual(labels)
    expect(span?.from).toBeCloseTo(from)
    expect(span?.to).toBeCloseTo(to)
  })

  test('knows tiers that everybody has to meet, not those of a way among several', () => {
    const titles = (eligibility: object) =>
      draw(interpretation({ eligibility })).sections.map(({ title }) => title)
    const { all } = tiersOf(3)
    expect(titles({ all })[0]).toMatch(/按.+分档$/)
    expect(titles({ any: all }).join()).not.toContain('分档')
    const [section] = draw(interpretation({ eligibility: { all } })).sections
    expect(
      section && wordsOf({ ...draw(TORTURE['nothing'] as Interpretation), sections: [section] })[1]?.lines,
    ).toEqual([
      '不超过 1,000 万元：不少于 40 %',
      '不超过 2,000 万元：不少于 37 %',
      '多于 2,000 万元：不少于 1 %',
    ])
  })
})

describe('as an image', () => {
  const [, first] = CASES[0] as [string, Picture]
  const sheet = layOut(first)

  test.each(CASES)('is as small as messengers want it: %s', (_, picture) => checkImage(picture))

  test('has the same bytes each time', async () => {
    expect((await pngOf(sheet)).equals(await pngOf(layOut(first)))).toBe(true)
    expect(svgOf(sheet)).toBe(svgOf(layOut(first)))
  })

  test('fills letters as another program fills their outlines', async () => {
    const [size, width, height] = [100, 120, 120]
    const file = '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-700-normal.woff'
    const { buffer, byteOffset, byteLength } = readFileSync(createRequire(import.meta.url).resolve(file))
    const font = opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)
    for (const text of ['国', '8', '％']) {
      const steps = font.charToGlyph(text).getPath(10, 100, size).commands
      const path = steps.map((step) =>
        step.type === 'Z'
          ? 'Z'
          : `${step.type}${step.type === 'Q' ? `${step.x1} ${step.y1} ` : ''}${step.x} ${step.y}`,
      )
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><rect width="120" height="120" fill="#fff"/><path fill="${colourOf('ink', 'plain', 'light')}" d="${path.join('')}"/></svg>`
      const mark: Mark = { text, x: 10, y: 100, size, weight: 700, colour: 'ink', width: size }
      const [ours, theirs] = await Promise.all(
        [await pngOf({ width, height, marks: [mark] }), Buffer.from(svg)].map(greys),
      )
      const differences = ours?.map((grey, at) => Math.abs(grey - (theirs?.[at] ?? 0))) ?? []
      expect(Math.max(...differences), text).toBeLessThan(40)
    }
  })

  const greys = async (image: Buffer) => [...(await sharp(image).removeAlpha().greyscale().raw().toBuffer())]

  test('carries the code of its page, dark on light, with room around it', async () => {
    const { data, size } = encode(ADDRESS, { ecc: 'M', border: 2 })
    const plate = sheet.marks.find((mark) => mark.colour === 'plate')
    const [left = 0, top = 0, side = 0] = plate && 'boxes' in plate ? (plate.boxes[0] ?? []) : []
    const { data: pixels } = await sharp(await pngOf(sheet))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const module = Math.floor(side / size)
    const edge = Math.floor((side - module * size) / 2)
    const middle = (place: number) => edge + Math.floor((place + 0.5) * module)
    const read = data.map((row, line) =>
      row.map(
        (_, column) => (pixels[(top + middle(line)) * sheet.width + left + middle(column)] ?? 255) < 128,
      ),
    )
    expect(read).toEqual(data)
    // Half a millimetre on a phone.
    expect(module).toBeGreaterThanOrEqual(6)
  })

  test.each([
    'http://localhost:4321/pmanagement/1',
    'http://127.0.0.1/pmanagement/1',
    'http://[::1]/pmanagement/1',
  ])('has no code that leads to %s, and does not ask to scan one', (address) => {
    const picture = pictureOf({ data: interpretation({}), bases: [], rivals: [], address })
    expect(layOut(picture).marks.filter(({ colour }) => colour === 'code' || colour === 'plate')).toEqual([])
    expect(picture.foot.call).toBe('在知策看全文和最新期限')
    expect(draw(interpretation({})).foot).toMatchObject({ call: '扫码看全文和最新期限', code: ADDRESS })
  })

  test('is drawn once: the next build takes it as it lies there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
    const own = { width: 200, height: 100, marks: sheet.marks.slice(0, 0) }
    const png = await pngIn(folder)('1.png', own)
    expect(png.equals(await pngOf(own))).toBe(true)
    const file = join(folder, '1.png')
    const bytes = readFileSync(file)
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('kept')]))
    expect((await pngIn(folder)('1.png', own)).toString('latin1')).toMatch(/kept$/)
    const other = { ...own, height: 120 }
    expect((await pngIn(folder)('1.png', other)).equals(await pngOf(other))).toBe(true)
    // Half a file, from a machine that stopped.
    writeFileSync(file, bytes.subarray(0, 10))
    expect((await pngIn(folder)('1.png', own)).equals(png)).toBe(true)
  })

  test('tells its colours apart in every mode', () => {
    const pairs = [
      ['ink', 'paper', 4.5],
      ['ink-soft', 'paper', 4.5],
      ['paper', 'ink', 4.5],
      ['on-gain', 'gain', 4.5],
      ['ink', 'gain', 1],
    ] as const
    for (const contrast of ['plain', 'strong'] as const) {
      for (const ground of ['light', 'dark'] as const) {
        for (const [front, back, least] of pairs) {
          const ratio = contrastOf(colourOf(front, contrast, ground), colourOf(back, contrast, ground))
          expect(ratio, `${front} on ${back}, ${contrast} ${ground}`).toBeGreaterThanOrEqual(least)
        }
      }
    }
    const used = new Set(CASES.flatMap(([, picture]) => layOut(picture).marks.map(({ colour }) => colour)))
    const known = new Set<string>([...pairs.flat().map(String), 'code', 'plate'])
    expect([...used].filter((colour) => !known.has(colour))).toEqual([])
  })

  function contrastOf(one: string, other: string): number {
    const light = (hex: string) => {
      const long = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const part = Number.parseInt(long.slice(at, at + 2), 16) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [high = 0, low = 0] = [light(one), light(other)].sort((a, b) => b - a)
    return (high + 0.05) / (low + 0.05)
  }

  test('is as wide in every font: each line of the SVG says its width', () => {
    const svg = svgOf(sheet)
    const lines = [...svg.matchAll(/<text [^>]*>/g)].map(([line]) => line)
    expect(lines).toHaveLength(linesOf(sheet).length)
    expect(lines.filter((line) => !/textLength="[\d.]+" lengthAdjust="spacingAndGlyphs"/.test(line))).toEqual(
      [],
    )
    expect(svg).toContain('prefers-color-scheme:dark')
  })
})
