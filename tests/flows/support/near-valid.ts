/** Generates input for a call: mostly valid, in places invalid. */
import fc from 'fast-check'
import { inputSchema, type JsonSchema } from '../../../src/lib/api-docs/openapi.ts'
import type { Call } from '../../../src/lib/contract/call.ts'

const HOSTILE = [
  "' or 1=1; drop table customers; --",
  '<img src=x onerror=alert(1)>',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '%00%zz',
  '１３８００００００００１',
  '1e308',
  '-1',
  '9'.repeat(400),
  '名'.repeat(300),
  '\u202eexe.pdf',
  '👩‍👩‍👧',
]
/** Texts that many fields accept, so that generated input passes the first check. */
const LIKELY = [
  '13800000001',
  '000000',
  '2026-11-21',
  '440100',
  '50000',
  '申报材料.pdf',
  'companies/2/x/y',
  'a1-b2',
]
const LIKELY_NUMBERS = [0, 1, 2, 3, 10, 11, 22, -1, 1.5, 2 ** 31, 2 ** 53]

export const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }))
const text = fc.oneof(fc.constantFrom(...LIKELY), hostileText)
const number = fc.oneof(fc.constantFrom(...LIKELY_NUMBERS), fc.double())
const anything = fc.oneof(text, number, fc.jsonValue())

/** Generates a body as text: JSON near the schema, other JSON, or no JSON at all. */
export function bodyFor(call: Call): fc.Arbitrary<string> {
  const near = call.body ? valueFor(inputSchema(call.body)) : anything
  return fc.oneof(
    { weight: 8, arbitrary: near.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: hostileText },
  )
}

export function queryFor(call: Call): fc.Arbitrary<[string, string][]> {
  const known = Object.keys((call.query && inputSchema(call.query)['properties']) ?? {})
  const name = fc.constantFrom(...known, 'page', 'page[]', '__proto__', '')
  const value = fc.oneof(fc.constantFrom('1', '2', '0', '100'), text)
  return fc.array(fc.tuple(name, value), { maxLength: 4 })
}

function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fittingValue(schema) }, { weight: 1, arbitrary: anything })
}

function fittingValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { enum: choices, const: only, type, items } = schema
  const shapes = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(choices)) return fc.constantFrom(...choices)
  if (Array.isArray(shapes)) return fc.oneof(...shapes.map((shape: JsonSchema) => valueFor(shape)))
  if (type === 'object') return objectFor(schema)
  if (type === 'array') return fc.array(valueFor((items ?? {}) as JsonSchema), { maxLength: 5 })
  if (type === 'integer') return fc.oneof(fc.constantFrom(...LIKELY_NUMBERS), fc.integer())
  if (type === 'number') return number
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  return type === 'string' ? text : anything
}

function objectFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
  const required = (schema['required'] ?? []) as string[]
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, valueFor(value)]),
  )
  const known = fc.record(fields, { requiredKeys: required as never[] })
  const extra = fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'x'), anything, { maxKeys: 1 })
  return fc
    .tuple(known, fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra }))
    .map(([value, more]) => ({ ...value, ...more }))
}
