import { expect, test } from 'vitest'
import { factSchema, settleCondition } from './condition-schema.ts'

const keys = (written: object) => Object.keys(factSchema(written).properties ?? {})

test('what is asked for is what the fact can be compared with', () => {
  expect(keys({})).toEqual(['fact'])
  expect(keys({ fact: 'employees', op: 'lte' })).toEqual(['fact', 'op', 'value', 'tiers', 'clause'])
  expect(keys({ fact: 'employees', op: 'lte', by: 'revenue', tiers: [] })).toEqual([
    'fact',
    'op',
    'by',
    'tiers',
    'clause',
  ])
  expect(factSchema({ fact: 'region', op: 'within' }).properties?.['value']).toMatchObject({
    items: { input: 'region' },
  })
})

test('another fact begins anew, another comparison keeps what it can', () => {
  const few = { fact: 'employees', op: 'lte', value: 300 }
  expect(settleCondition(few, { ...few, fact: 'region' })).toEqual({ fact: 'region', op: 'within' })
  expect(settleCondition(few, { ...few, op: 'gte' })).toEqual({ ...few, op: 'gte' })
  expect(settleCondition(few, { ...few, op: 'between' })).toEqual({ ...few, op: 'between', value: ['', ''] })
  expect(settleCondition(few, { ...few, tiers: [{}] })).toMatchObject({
    by: 'revenue',
    tiers: [{ up_to: '5000万' }, {}],
  })
})

test.each([
  ['300', 300],
  ['1,000', 1000],
  ['３００万', '300万'],
  ['25%', 25],
  ['2.', '2.'],
])('a number typed as %j is written as %j', (value, written) => {
  const last = { fact: 'employees', op: 'lte', value: '' }
  expect(settleCondition(last, { ...last, value })).toMatchObject({ value: written })
})
