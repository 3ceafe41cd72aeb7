/** Valid input of a call for a company, and the company's rows in it. */
import type { Company } from './company.ts'

export type Rows = Readonly<Record<string, number | string>>

export interface Input {
  params?: Rows
  query?: Readonly<Record<string, string | number | undefined>>
  body?: unknown
}

export interface Sample {
  rows: Rows
  input: (rows: Rows) => Input
}

/** Creates what the call needs. Some calls need earlier work of the operator. */
export type MakeSample = (company: Company, operator: Company) => Promise<Sample>

export function naming<Named extends Rows>(rows: Named, input: (rows: Named) => Input): Sample {
  return { rows, input: (named) => input(named as Named) }
}

export function namingNothing(input: Input = {}): Sample {
  return { rows: {}, input: () => input }
}

const NOWHERE = `companies/999999999/${'A'.repeat(22)}`

export function missing(row: number | string): number | string {
  if (typeof row === 'string' && /^[\da-f]{16}$/.test(row)) return '0'.repeat(16)
  return typeof row === 'number' ? 999_999_999 : row.replace(/^companies\/\d+\/[\w-]{22}/, NOWHERE)
}

/** Returns every way to put at least one of `foreign` among `own`. */
export function mixtures(own: Rows, foreign: Rows): Rows[] {
  const names = Object.keys(foreign)
  return Array.from({ length: 2 ** names.length - 1 }, (_, index) => {
    const chosen = names.filter((_name, place) => ((index + 1) >> place) % 2 === 1)
    return { ...own, ...Object.fromEntries(chosen.map((name) => [name, foreign[name] ?? ''])) }
  })
}
