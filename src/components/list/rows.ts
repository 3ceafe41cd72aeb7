import type { RowFacts } from '../../lib/rules/search/filters.ts'
import { readFacts } from './row-facts.ts'

export interface Row {
  element: HTMLElement
  facts: RowFacts
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
