import { type OrderState, stateName } from '../../../lib/rules/orders/order-states.ts'
import './order-parts.css'

/** What each state asks of the company: to act, to wait, to be glad, to be told why not. */
const TONES: Readonly<Record<OrderState, 'act' | 'wait' | 'good' | 'bad' | 'end'>> = {
  draft: 'act',
  submitted: 'wait',
  reviewing: 'wait',
  'more-needed': 'act',
  approved: 'good',
  publicity: 'good',
  paid: 'good',
  rejected: 'bad',
  withdrawn: 'end',
}

export function StateMark({ state }: { state: OrderState }) {
  return <span className={`order-state order-${TONES[state]}`}>{stateName(state)}</span>
}
