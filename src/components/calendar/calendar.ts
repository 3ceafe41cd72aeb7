/** Months and days of the policy calendar. Days are YYYY-MM-DD, months YYYY-MM. */
import { type ApplicationWindow, startOf } from '../../lib/rules/time/application-window.ts'
import { hasDays } from '../../lib/rules/time/window-use.ts'

export const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

/** Returns the weeks of a month from Monday to Sunday; days of other months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7
  const cells: (string | null)[] = [
    ...Array<null>(before).fill(null),
    ...Array.from({ length: days }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`),
  ]
  while (cells.length % 7 > 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** @param step months forward, negative for back */
export function monthFrom(month: string, step: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7)
}

export function monthName(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${year}年${number}月`
}

export interface WindowDay<Item> {
  day: string
  what: 'opens' | 'closes'
  item: Item
}

/**
 * Returns every day on which applications open or close, in order, closing ones first. A relief that ends by itself
 * has none.
 */
export function windowDays<Item>(items: readonly Item[], windowOf: (item: Item) => ApplicationWindow) {
  return items
    .flatMap((item): WindowDay<Item>[] => {
      const window = windowOf(item)
      if (!hasDays(window) || window.kind === 'in_force') return []
      const start = startOf(window)
      const opens: WindowDay<Item>[] = start === null ? [] : [{ day: start, what: 'opens', item }]
      return [...opens, { day: window.closes, what: 'closes', item }]
    })
    .sort((a, b) => a.day.localeCompare(b.day) || a.what.localeCompare(b.what))
}

export function byDay<Item>(days: readonly WindowDay<Item>[]): Map<string, WindowDay<Item>[]> {
  const groups = new Map<string, WindowDay<Item>[]>()
  for (const each of days) groups.set(each.day, [...(groups.get(each.day) ?? []), each])
  return groups
}
