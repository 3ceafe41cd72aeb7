/** What the history of an order says of its present state. */
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
