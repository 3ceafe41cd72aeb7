import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ORDER_NOTE_LIMIT, type Order } from '../../lib/contract/orders/order.ts'
import { enteredBy } from '../../lib/rules/orders/order-states.ts'
import { $answer, $answerProblems, sendAnswer, typeAnswer, typeNote } from '../../lib/stores/orders/order.ts'
import { OrderFields } from '../parts/order/OrderFields.tsx'
import '../parts/order/order-fields.css'
import { useOrderDesk } from './use-order-desk.tsx'

const FORMS: Partial<Record<Order['kind'], string>> = { loan: '/loan/declare', provider: '/enter' }

export function AnswerForm({ order, isBusy }: { order: Order; isBusy: boolean }) {
  const answer = useStore($answer)
  const problems = useStore($answerProblems)
  const [checks, setChecks] = useState(0)
  const desk = useOrderDesk(order)
  const asked = enteredBy(order.events)
  if (!answer) return null
  const page = FORMS[order.kind]
  return (
    <form
      className="answer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        sendAnswer()
        setChecks((count) => count + 1)
      }}
    >
      <h3>需要您补充</h3>
      {asked?.note && <blockquote>{asked.note}</blockquote>}
      {page && (
        <p className="wrap order-actions">
          <a className="button button-primary" href={`${page}?poid=${order.id}`}>
            修改申请内容和材料
          </a>
          <span>无需修改内容的，请在下方说明。</span>
        </p>
      )}
      {order.kind === 'application' && (
        <OrderFields
          fields={answer.fields}
          problems={problems}
          checks={checks}
          desk={desk}
          isLocked={isBusy}
          onChange={typeAnswer}
        />
      )}
      <p className="form-field">
        <label htmlFor="answer-note">补充说明</label>
        <textarea
          id="answer-note"
          className="field"
          rows={3}
          maxLength={ORDER_NOTE_LIMIT}
          disabled={isBusy}
          value={answer.note}
          onChange={({ target }) => typeNote(target.value)}
        />
      </p>
      <button
        type="submit"
        className={page ? 'button' : 'button button-primary'}
        aria-busy={isBusy}
        disabled={isBusy}
      >
        提交补充
      </button>
      {desk.dialog}
    </form>
  )
}
