import { expect, test } from 'vitest'
import {
  enteredBy,
  isFinal,
  nextStates,
  ORDER_KINDS,
  ORDER_STATES,
  type OrderState,
  stateName,
  stepsAhead,
} from './order-states.ts'

const next = (kind: (typeof ORDER_KINDS)[number], state: OrderState) => [
  ...nextStates(kind, state, 'company'),
  ...nextStates(kind, state, 'operator'),
]

function reachable(kind: (typeof ORDER_KINDS)[number], from: OrderState, seen = new Set([from])) {
  for (const state of next(kind, from)) {
    if (!seen.has(state)) reachable(kind, state, seen.add(state))
  }
  return seen
}

test('an application passes all states, and repeats when more is needed', () => {
  expect(nextStates('application', 'draft', 'company')).toContain('submitted')
  expect(nextStates('application', 'submitted', 'operator')).toEqual(['reviewing'])
  expect(nextStates('application', 'reviewing', 'operator')).toEqual(['more-needed', 'approved', 'rejected'])
  expect(nextStates('application', 'more-needed', 'company')).toContain('submitted')
  expect(nextStates('application', 'approved', 'operator')).toEqual(['publicity'])
  expect(nextStates('application', 'publicity', 'operator')).toEqual(['paid', 'rejected'])
})

test('every state of an application can be reached from the draft', () => {
  expect([...reachable('application', 'draft')].sort()).toEqual([...ORDER_STATES].sort())
})

test.each(['loan', 'provider', 'company'] as const)(
  '%s: from submitted to a decision, without a draft',
  (kind) => {
    expect([...reachable(kind, 'submitted')].sort()).toEqual(
      ['approved', 'more-needed', 'rejected', 'reviewing', 'submitted', 'withdrawn'].sort(),
    )
  },
)

test.each(ORDER_KINDS)('%s: no path leaves a final state, and every other leads to one', (kind) => {
  const start = kind === 'application' ? 'draft' : 'submitted'
  for (const state of reachable(kind, start)) {
    const ends = [...reachable(kind, state)].filter((reached) => isFinal(kind, reached))
    if (isFinal(kind, state)) expect(ends).toEqual([state])
    else expect(ends).not.toEqual([])
  }
  expect(isFinal(kind, 'rejected') && isFinal(kind, 'withdrawn')).toBe(true)
  expect(isFinal(kind, 'approved')).toBe(kind !== 'application')
})

test.each(ORDER_KINDS)('%s: only the company submits and withdraws, only operators decide', (kind) => {
  for (const state of ORDER_STATES) {
    for (const reached of nextStates(kind, state, 'company'))
      expect(['submitted', 'withdrawn']).toContain(reached)
    for (const reached of nextStates(kind, state, 'operator'))
      expect(['draft', 'submitted', 'withdrawn']).not.toContain(reached)
  }
})

test('every state has a name of its own', () => {
  expect(new Set(ORDER_STATES.map(stateName)).size).toBe(ORDER_STATES.length)
})

test.each<[OrderState, OrderState[]]>([
  ['draft', ['submitted', 'reviewing', 'approved', 'publicity', 'paid']],
  ['submitted', ['reviewing', 'approved', 'publicity', 'paid']],
  ['reviewing', ['approved', 'publicity', 'paid']],
  ['more-needed', ['submitted', 'reviewing', 'approved']],
  ['publicity', ['paid']],
  ['paid', []],
  ['rejected', []],
  ['withdrawn', []],
])('of an application that is %s there still come %j', (state, steps) => {
  expect(stepsAhead('application', state)).toEqual(steps)
})

test('another application ends with the decision', () => {
  expect(stepsAhead('loan', 'draft')).toEqual(['submitted', 'reviewing', 'approved'])
  expect(stepsAhead('loan', 'submitted')).toEqual(['reviewing', 'approved'])
  expect(stepsAhead('loan', 'approved')).toEqual([])
})

const event = (state: OrderState, note = '') => ({ state, note })
const asked = event('more-needed', '请补充流水')

test.each([
  ['right after it', [event('submitted'), asked], asked],
  ['after a takeover', [event('submitted'), asked, event('more-needed', '由张三继续受理')], asked],
  ['the second time', [event('more-needed', '旧'), event('submitted'), asked], asked],
  ['from the beginning', [asked], asked],
  ['without a history', [], undefined],
])('the event that led to a state, %s', (_, events, entered) => {
  expect(enteredBy(events)).toBe(entered)
})
