import { expect, test } from 'vitest'
import type { OrderState } from '../../rules/orders/order-states.ts'
import { enteredBy } from './read-order.ts'

const event = (state: OrderState, note = '') => ({ state, note })
const asked = event('more-needed', '请补充流水')

test.each([
  ['right after it', [event('submitted'), asked], asked],
  ['after a takeover', [event('submitted'), asked, event('more-needed', '由张三继续受理')], asked],
  ['the second time', [event('more-needed', '旧'), event('submitted'), asked], asked],
  ['from the beginning', [asked], asked],
  ['without a history', [], undefined],
])('%s', (_, events, entered) => {
  expect(enteredBy(events)).toBe(entered)
})
