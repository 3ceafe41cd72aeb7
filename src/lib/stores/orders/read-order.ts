/** What answers say of an order. */
import * as v from 'valibot'
import { RefusedError } from '../../api/errors.ts'
import { CODES } from '../../contract/envelope.ts'
import { type Order, order } from '../../contract/orders/order.ts'
import type { OrderState } from '../../rules/orders/order-states.ts'

interface Event {
  state: OrderState
  note: string
}

/**
 * The event that led to the state of the last one: those after it, such as another operator taking over, changed nothing
 * of that. @param events oldest first
 */
export function enteredBy<E extends Event>(events: readonly E[]): E | undefined {
  const state = events.at(-1)?.state
  return events[events.findLastIndex((event) => event.state !== state) + 1]
}

/** The newest of an order that a refusal brings along, because what this page knew of it was old. */
export function orderIn(error: unknown): Order | null {
  if (!(error instanceof RefusedError) || error.code !== CODES.conflict) return null
  const read = v.safeParse(order, error.fields['order'])
  return read.success ? read.output : null
}
