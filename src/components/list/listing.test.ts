import { describe, expect, test } from 'vitest'
import { normalizeText, type RowFacts } from '../../lib/rules/search/filters.ts'
import { type ListQuery, parseListQuery, selectRows } from './listing.ts'

const NOTHING = parseListQuery('')
const TODAY = '2026-11-20'

const ROW: RowFacts = {
  text: '关于高新技术企业认定的通知 国科发火〔2016〕32号',
  region: '440100',
  themes: ['科技创新', '资质认定'],
  support: '奖补',
  department: '科技部、财政部',
  kind: '部门文件',
  window: { kind: 'rolling' },
  published: '2026-01-01',
}

function select(rows: Record<string, Partial<RowFacts>>, asked: Partial<ListQuery> = {}, home = ''): string {
  const made = Object.entries(rows).map(([name, facts]) => ({ name, facts: { ...ROW, ...facts } }))
  return selectRows(made, { ...NOTHING, ...asked }, home, TODAY)
    .map(({ name }) => name)
    .join(' ')
}

describe('filters', () => {
  test.each<[Partial<ListQuery>, boolean]>([
    [{ q: '高新 认定' }, true],
    [{ q: '高新 贷款' }, false],
    [{ q: '国科发火[2016]32号' }, true],
    [{ q: '国科发火〔２０１６〕３２号' }, true],
    [{ q: '  ' }, true],
    [{ theme: '资质认定' }, true],
    [{ theme: '资质' }, false],
    [{ support: '奖补' }, true],
    [{ support: '减免' }, false],
    [{ department: '财政部' }, true],
    [{ department: '财政' }, false],
    [{ kind: '部门文件' }, true],
    [{ kind: '法律' }, false],
    [{ region: '440106' }, true],
    [{ region: '440000' }, true],
    [{ region: '330000' }, false],
    [{ region: '<script>' }, false],
    [{ state: 'rolling' }, true],
    [{ state: 'open' }, false],
    [{ theme: '资质认定', support: '减免' }, false],
  ])('%j: %s', (asked, stays) => {
    expect(select({ row: {} }, asked)).toBe(stays ? 'row' : '')
  })

  test.each([
    ['open', 'open closing'],
    ['closing', 'closing'],
    ['upcoming', 'upcoming'],
    ['closed', 'closed'],
    ['rolling', 'rolling'],
    ['unknown', 'unknown'],
    ['nonsense', ''],
  ])('state %s: %s', (state, names) => {
    const rows: Record<string, Partial<RowFacts>> = {
      open: { window: { kind: 'dated', opens: null, closes: '2027-06-30' } },
      closing: { window: { kind: 'dated', opens: null, closes: TODAY } },
      upcoming: { window: { kind: 'dated', opens: '2026-12-01', closes: '2026-12-31' } },
      closed: { window: { kind: 'dated', opens: null, closes: '2026-11-19' } },
      rolling: {},
      unknown: { window: { kind: 'unknown' } },
    }
    expect(select(rows, { state })).toBe(names)
  })
})

describe('order', () => {
  test('in their order with ended ones last; or newest first', () => {
    const over: RowFacts['window'] = { kind: 'dated', opens: null, closes: '2026-11-19' }
    const rows = {
      over: { window: over },
      a: {},
      newer: { published: '2026-05-01' },
      undated: { published: '' },
    }
    expect(select(rows)).toBe('a newer undated over')
    expect(select(rows, { sort: 'published' })).toBe('newer a undated over')
  })

  test("the requested or the visitor's region first, nearest first", () => {
    const rows = {
      elsewhere: { region: '330000', published: '2026-09-09' },
      nation: { region: '000000' },
      province: { region: '440000' },
      district: { region: '440106' },
      city: {},
    }
    expect(select(rows, {}, '440106')).toBe('district city province nation elsewhere')
    expect(select(rows, { region: '440106' }, '330000')).toBe('district city province nation')
  })

  test('by closing day: next to close first; ended and endless ones last', () => {
    const closes = (day: string) => ({ window: { kind: 'dated', opens: null, closes: day } as const })
    const rows = {
      over: closes('2026-11-19'),
      rolling: { published: '2026-06-01' },
      later: closes('2027-01-01'),
      today: closes(TODAY),
    }
    expect(select(rows, { sort: 'closing' })).toBe('today later rolling over')
  })

  test('for who has answered: what brings most first, what does not fit and what is over last', () => {
    const window = { kind: 'dated', opens: null, closes: '2026-11-19' } as const
    const names = ['small', 'over', 'elsewhere', 'big', 'unmet']
    const rows = names.map((name) => ({
      name,
      facts: {
        ...ROW,
        ...(name === 'over' && { window }),
        ...(name === 'elsewhere' && { region: '330000' }),
      },
    }))
    const places: Record<string, number> = { big: 0, small: 1 }
    const placeOf = ({ name }: { name: string }) => places[name] ?? Number.POSITIVE_INFINITY
    const order = (asked: Partial<ListQuery>) =>
      selectRows(rows, { ...NOTHING, ...asked }, '440106', TODAY, placeOf)
        .map(({ name }) => name)
        .join(' ')
    expect(order({})).toBe('big small unmet elsewhere over')
    expect(order({ sort: 'published' })).toBe('small big unmet elsewhere over')
  })

  test('the rows given stay as they are', () => {
    const rows = [{ facts: ROW }, { facts: { ...ROW, published: '2026-05-01' } }]
    const before = [...rows]
    selectRows(rows, NOTHING, '', TODAY)
    expect(rows).toEqual(before)
  })
})

test.each([
  ['ＡＢＣ１２３', 'abc123'],
  ['《办法》', ' 办法 '],
  ['〔2016〕', ' 2016 '],
  ['稅收優惠', '税收优惠'],
  ['⻓期', '长期'],
])('%s counts as %s', (text, plain) => {
  expect(normalizeText(text)).toBe(plain)
})
