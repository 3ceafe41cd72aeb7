/** A repayment plan by years, for the chart and its words. Amounts in 分. */
import type { Instalment } from './schedule.ts'

export interface PlanYear {
  /** From 1; of a plan under a year the only one. */
  year: number
  principal: number
  interest: number
}

export function planByYears(instalments: readonly Instalment[]): PlanYear[] {
  const years: PlanYear[] = []
  for (const { month, principal, interest } of instalments) {
    const year = Math.ceil(month / 12)
    const last = years.at(-1)
    if (last?.year === year) {
      last.principal += principal
      last.interest += interest
    } else years.push({ year, principal, interest })
  }
  return years
}
