import type { Order } from '../../../lib/contract/orders/order.ts'
import { type OrderState, stateName, stepsAhead } from '../../../lib/rules/orders/order-states.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import './order-parts.css'

export const ORDER_TONES: Readonly<Record<OrderState, 'act' | 'wait' | 'good' | 'bad' | 'end'>> = {
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
  return <span className={`order-state order-${ORDER_TONES[state]}`}>{stateName(state)}</span>
}

export function Timeline({ order: { kind, state, events } }: { order: Order }) {
  const ahead = stepsAhead(kind, state)
  return (
    <section className="timeline" aria-label="进度">
      <h3>进度</h3>
      {ahead.length > 0 && <p className="soft">接下来：{ahead.map(stateName).join(' → ')}</p>}
      <ol reversed>
        {[...events].reverse().map((event, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the front of this order.
            key={events.length - index}
            aria-current={index === 0 ? 'step' : undefined}
          >
            <b>{stateName(event.state)}</b>
            <span className="soft timeline-by">
              <time dateTime={event.gmt_create}>{formatMoment(event.gmt_create)}</time> {event.by}
            </span>
            {event.note && <p>{event.note}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
