/** Lists every call of the contract from its files, for the OpenAPI document, the API page and the tests. */
import type { Call } from '../contract/call.ts'

export interface NamedCall {
  name: string
  call: Call
}

const files = import.meta.glob<Record<string, unknown>>(
  ['../contract/**/*.ts', '!../contract/**/*.test.ts'],
  {
    eager: true,
  },
)

/** By path and method. */
export const CONTRACT_CALLS: readonly NamedCall[] = Object.values(files)
  .flatMap((exported) => Object.entries(exported))
  .flatMap(([name, value]) => (isCall(value) ? [{ name, call: value }] : []))
  .sort((a, b) => compare(a.call.path, b.call.path) || compare(a.call.method, b.call.method))

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'access' in value && 'answer' in value
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
