import { describe, expect, test } from 'vitest'
import { ONE, type Quantity, readDecimal } from '../eligibility/decimal.ts'
import { type Entry, type Position, savingOf, statementOf } from './income-tax.ts'
import { isOpen, point, type Range, reduce, UPWARDS } from './range.ts'

/** 万元 */
const wan = (amount: number): Quantity => ({ n: (readDecimal(amount) ?? 0n) * 10_000n, d: ONE })
const percent = (share: number): Quantity => ({ n: readDecimal(share) ?? 0n, d: 100n * ONE })
const exactly = (amount: number): Range => point(wan(amount))
const between = (low: number, high: number): Range => ({ low: wan(low), high: wan(high) })

interface Company {
  /** 万元 */
  told: number | Range
  /** Copied from the return, after reliefs; null without an answer. */
  isAfter?: boolean | null
  /** Staff, assets and industry are those of a 小型微利企业; null without an answer. */
  isSmall?: boolean | null
  /** Percent. */
  rate?: number
}

function position({ told, isAfter = false, isSmall = false, rate = 25 }: Company): Position {
  const either = (value: boolean | null, yes: Quantity, no: Quantity): Range =>
    value === null ? { low: yes, high: no } : point(value ? yes : no)
  const after = isAfter === null ? { low: percent(0), high: percent(100) } : point(percent(isAfter ? 100 : 0))
  return {
    told: typeof told === 'number' ? exactly(told) : told,
    after: () => after,
    statutory: percent(25),
    smallLimit: wan(300),
    small: () => either(isSmall, percent(5), percent(rate)),
    other: () => point(percent(rate)),
    holiday: () => point(percent(100)),
  }
}

const SMALL: Entry = { small_cuts: point(percent(20)) }
const HIGH_TECH: Entry = { cuts: point(percent(10)) }
const FREE: Entry = { cuts: point(percent(25)) }
const deducts = (amount: number): Entry => ({ deducts: exactly(amount) })

/** In 万元; a range as [least, most]. */
function saved(company: Company, entries: readonly Entry[], isTogether = false) {
  const { low, high } = savingOf(position(company), entries, isTogether)
  const number = (amount: Quantity) => {
    const { n, d } = reduce({ n: amount.n, d: amount.d * 10_000n })
    return isOpen(amount) ? Infinity : Number(n) / Number(d)
  }
  const [least, most] = [number(low), number(high)]
  return least === most ? least : [least, most]
}
const together = (company: Company, ...entries: Entry[]) => saved(company, entries, true)

describe('a loss', () => {
  test('nothing is derived from an income of 0, which may stand for any loss', () => {
    expect(saved({ told: 0, isAfter: true }, [deducts(500)])).toBe(0)
    expect(saved({ told: 0, isAfter: false }, [deducts(500)])).toBe(0)
    expect(saved({ told: 0, isAfter: null }, [deducts(500)])).toBe(0)
    expect(together({ told: 0, isAfter: true }, HIGH_TECH, deducts(6000))).toBe(0)
    expect(saved({ told: 0.01, isAfter: true }, [deducts(500)])).toBe(125)
  })

  test('reliefs beyond the income save nothing this year', () => {
    expect(saved({ told: 60 }, [deducts(100)])).toBe(15)
    expect(saved({ told: 100 }, [{ exempts: exactly(400) }])).toBe(25)
    expect(saved({ told: 100 }, [{ credits: exactly(30) }])).toBe(25)
    expect(saved({ told: 100 }, [{ credits: exactly(24) }])).toBe(24)
  })
})

describe('the sum is the same for an income before and after the reliefs', () => {
  test('a high-tech company with 600 before and 200 of research', () => {
    expect(together({ told: 600, rate: 15 }, HIGH_TECH, deducts(200))).toBe(90)
    expect(together({ told: 400, isAfter: true, rate: 15 }, HIGH_TECH, deducts(200))).toBe(90)
  })
})

describe('half-taxed income, calculated back from a return', () => {
  const HALF_RATE: Entry = { cuts: point(percent(12.5)) }

  test('no more than remains of it in the return', () => {
    // 100 before reliefs, all half taxed: line 23 is 50 and 12.5 are due, whatever the project's stated income.
    expect(together({ told: 100 }, { halves: exactly(150) })).toBe(12.5)
    expect(together({ told: 50, isAfter: true }, { halves: exactly(150) })).toBe(12.5)
    expect(together({ told: 50, isAfter: true }, { halves: exactly(100) })).toBe(12.5)
    expect(together({ told: 50, isAfter: true }, { halves: exactly(99.9998) })).toBe(12.499975)
  })

  test('at half of the statutory rate as well, if halving costs nothing', () => {
    // 250 × 25% − 250 × 12.5%
    expect(together({ told: 250, rate: 15 }, HALF_RATE, { halves: exactly(100) })).toBe(31.25)
    expect(together({ told: 200, isAfter: true, rate: 15 }, HALF_RATE, { halves: exactly(100) })).toBe(31.25)
  })
})

describe('alone', () => {
  test("a deduction counts at the company's own rate", () => {
    expect(saved({ told: 1000 }, [deducts(100)])).toBe(25)
    expect(saved({ told: 1000, rate: 15 }, [deducts(100)])).toBe(15)
    expect(saved({ told: 200, isSmall: true }, [deducts(100)])).toBe(5)
    expect(saved({ told: 200, isSmall: null }, [deducts(100)])).toEqual([5, 25])
  })

  test('half of the statutory rate is no relief for who pays less', () => {
    const halves: Entry = { halves: exactly(200) }
    expect(saved({ told: 1000 }, [halves])).toBe(25)
    expect(saved({ told: 1000, rate: 15 }, [halves])).toBe(5)
    expect(saved({ told: 200, isSmall: true }, [halves])).toBe(0)
  })
})

describe('together', () => {
  test('income that is exempt for a year cannot be saved twice', () => {
    expect(together({ told: 1000, rate: 15 }, FREE, deducts(200), { credits: exactly(50) })).toBe(250)
  })

  test('of rates the lowest counts, and credits come last', () => {
    // 1000 × 25% − ((1000 − 200 − 100) × 15% − 50)
    const entries = [HIGH_TECH, deducts(200), { exempts: exactly(100) }, { credits: exactly(50) }]
    expect(together({ told: 1000, rate: 15 }, ...entries)).toBe(195)
    expect(together({ told: 200, isSmall: true, rate: 15 }, SMALL, HIGH_TECH)).toBe(40)
  })

  test('line by line, for checking on paper', () => {
    const statement = statementOf(position({ told: 350, isSmall: true }), [deducts(100)], true)
    const shown = Object.entries(statement ?? {}).map(([line, { n, d }]) => [line, Number(n) / Number(d)])
    expect(Object.fromEntries(shown)).toEqual({
      ...{ income: 3_500_000, rateBefore: 0.25, before: 875_000 },
      ...{ deducts: 1_000_000, exempts: 0, halves: 0, rate: 0.05, credits: 0, after: 125_000 },
    })
    expect(statementOf(position({ told: between(0, 1) }), [deducts(100)], true)).toBeNull()
    expect(statementOf(position({ told: 60, isAfter: null }), [deducts(100)], true)).toBeNull()
  })
})

describe('unknown figures', () => {
  test('the range contains the result for every possible income, also beyond the limit', () => {
    // The maximum is at 400, where the deduction makes the company small, not at an end.
    expect(saved({ told: between(200, 1000), isSmall: true }, [deducts(100)])).toEqual([5, 85])
    expect(saved({ told: between(200, 1000), isSmall: true }, [SMALL])).toEqual([0, 60])
    expect(saved({ told: UPWARDS }, [HIGH_TECH])).toEqual([0, Infinity])
    expect(saved({ told: UPWARDS }, [deducts(100)])).toEqual([0, 25])
    expect(saved({ told: UPWARDS, isSmall: true }, [SMALL])).toEqual([0, 60])
    expect(saved({ told: 1000 }, [{ deducts: { low: wan(0), high: UPWARDS.high } }])).toEqual([0, 250])
    expect(saved({ told: UPWARDS }, [{ deducts: UPWARDS }])).toEqual([0, Infinity])
    expect(saved({ told: UPWARDS }, [{ credits: UPWARDS }])).toEqual([0, Infinity])
  })

  test('asks whether the income is after the reliefs only if that decides', () => {
    expect(saved({ told: 1000, isAfter: null }, [deducts(100)])).toBe(25)
    expect(saved({ told: 60, isAfter: null }, [deducts(100)])).toEqual([15, 25])
    const never = { ...position({ told: 1000 }), after: () => expect.fail('asked') }
    expect(savingOf(never, [HIGH_TECH]).low).toEqual(savingOf(position({ told: 1000 }), [HIGH_TECH]).low)
  })
})
