/** A repayment plan as bars: by months while they can be told apart, by years after that. Amounts in 分. */
import type { Instalment } from '../../lib/rules/loan/schedule.ts'

/** As many bars as a phone shows apart. */
const MOST_MONTHS = 24

export interface PlanBar {
  /** Number of the month or year, from 1. */
  number: number
  principal: number
  interest: number
}

export function planForChart(instalments: readonly Instalment[]): { unit: '月' | '年'; bars: PlanBar[] } {
  const isShort = instalments.length <= MOST_MONTHS
  const bars: PlanBar[] = []
  for (const { month, principal, interest } of instalments) {
    const number = isShort ? month : Math.ceil(month / 12)
    const last = bars.at(-1)
    if (last?.number === number) {
      last.principal += principal
      last.interest += interest
    } else bars.push({ number, principal, interest })
  }
  return { unit: isShort ? '月' : '年', bars }
}
