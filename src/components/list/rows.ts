import type { RowFacts } from '../../lib/rules/search/filters.ts'
import { readFacts } from './row-facts.ts'

export interface Row {
  element: HTMLElement
  facts: RowFacts
}

export function idOf({ element }: Pick<Row, 'element'>): number {
  return Number(/\d+$/.exec(element.querySelector('h3 a')?.getAttribute('href') ?? ''))
}

/** Returns the ranks of policies by the answers; null without answers. */
export async function placesOfAnswers(): Promise<((row: Pick<Row, 'element'>) => number) | null> {
  if (!('answers' in document.documentElement.dataset)) return null
  const places = await (await import('../../islands/match/own-order.ts')).ownOrder()
  return places && ((row) => places.get(idOf(row)) ?? Number.POSITIVE_INFINITY)
}

const fetched = new Map<string, Promise<Row[]>>()

/** Loads every row of a list from a partial page with the same components. Throws when it cannot be loaded. */
export function fetchRows(address: string): Promise<Row[]> {
  const known = fetched.get(address)
  if (known) return known
  const reading = readRows(address)
  fetched.set(address, reading)
  reading.catch(() => fetched.delete(address))
  return reading
}

async function readRows(address: string): Promise<Row[]> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`)
  const template = document.createElement('template')
  template.innerHTML = await response.text()
  return [...template.content.querySelectorAll('li')].map((element) => ({
    element,
    facts: readFacts(element),
  }))
}
