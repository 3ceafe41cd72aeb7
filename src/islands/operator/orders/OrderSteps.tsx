import { useStore } from '@nanostores/react'
import { Button } from 'antd'
import { useState } from 'react'
import * as v from 'valibot'
import type { InputOf } from '../../../lib/contract/call.ts'
import { changeAdditional } from '../../../lib/contract/operator/additional.ts'
import { changeSubmittedOrder, type OperatorOrder } from '../../../lib/contract/operator/order.ts'
import { orderNote } from '../../../lib/contract/orders/order.ts'
import { isFinal, nextStates, type OrderState } from '../../../lib/rules/orders/order-states.ts'
import { $desk } from '../../../lib/stores/operator/desk.ts'
import { changeDeskOrder } from '../../../lib/stores/operator/orders.ts'
import { showToast } from '../../kit/toast.ts'
import { FormModal, TextField } from '../FormModal.tsx'
import { useShortcut } from '../shortcuts.tsx'

interface Step {
  name: string
  leadsOn?: boolean
  danger?: boolean
  needsNote?: boolean
  explanation?: string
  send: (note?: string) => Promise<string | undefined>
}

/** The decisions, and for kinds other than `application` their name on the wire. */
const DECISIONS: Partial<
  Record<OrderState, Omit<Step, 'send'> & { action?: 'approve' | 'refuse' | 'more' }>
> = {
  'more-needed': { name: '要求补充', action: 'more', needsNote: true },
  approved: { name: '审核通过', action: 'approve', leadsOn: true },
  publicity: { name: '进入公示', leadsOn: true },
  paid: { name: '确认兑现', leadsOn: true },
  rejected: { name: '不予通过', action: 'refuse', needsNote: true, danger: true },
}

// Fields of the form guarantee the note that some steps need.
type Move = InputOf<typeof changeSubmittedOrder>['body']
type Decision = InputOf<typeof changeAdditional>['body']

function decisionsOn({ id, kind, state }: OperatorOrder['order']): Step[] {
  return nextStates(kind, state, 'operator').flatMap((to) => {
    const decision = DECISIONS[to]
    if (!decision) return []
    const { action, ...step } = decision
    const send = (note?: string) =>
      kind === 'application'
        ? changeDeskOrder(changeSubmittedOrder, id, { act: 'move', state: to, note } as Move)
        : changeDeskOrder(changeAdditional, id, { action, note } as Decision)
    return [{ ...step, send }]
  })
}

/** What can be done with the page of an approved provider. */
function publicationStep({ order, publication }: OperatorOrder): Step[] {
  if (!publication) return []
  const { shown } = publication
  const action = shown ? 'hide' : 'show'
  const send = (note?: string) => changeDeskOrder(changeAdditional, order.id, { action, note } as Decision)
  const explanation = '立即从“新入驻”中移除；已生成的静态页面在下一次生成后移除。'
  return shown
    ? [{ name: '下线', danger: true, needsNote: true, explanation, send }]
    : [{ name: '恢复公开', send }]
}

/** The next steps of an order. Each sends the company a message. */
export function OrderSteps({ open }: { open: OperatorOrder }) {
  const { order, operator_id, publication } = open
  const desk = useStore($desk)
  const [step, setStep] = useState<Step>()
  const [isBusy, setBusy] = useState(false)
  const isMine = desk.status === 'operator' && operator_id === desk.id
  const isTaken = order.operator !== null
  const isOver = isFinal(order.kind, order.state)
  const canTake = !isOver && (!isMine || order.state === 'submitted')
  const steps = isOver ? publicationStep(open) : isMine || !isTaken ? decisionsOn(order) : []

  async function take() {
    setBusy(true)
    const problem = await changeDeskOrder(changeSubmittedOrder, order.id, { act: 'take' })
    setBusy(false)
    if (problem) showToast(problem, 'error')
    else showToast('已由您受理')
  }
  useShortcut('take', canTake && !isBusy ? take : undefined)

  return (
    <div className="desk-actions order-steps">
      {isOver && <span>这份申请已经办结。{publication?.shown === false && '公开页面已下线。'}</span>}
      {publication?.shown && (
        <a href={`/enterprise/${publication.category_id}/${publication.id}`} target="_blank" rel="noopener">
          查看公开页面
        </a>
      )}
      {canTake && (
        <Button type={isTaken ? 'default' : 'primary'} loading={isBusy} onClick={take}>
          {isTaken ? (isMine ? '开始审核' : '转由我受理') : '受理'}
        </Button>
      )}
      {steps.map((each) => (
        <Button
          key={each.name}
          disabled={isBusy}
          danger={each.danger ?? false}
          type={isTaken && each.leadsOn ? 'primary' : 'default'}
          onClick={() => setStep(each)}
        >
          {each.name}
        </Button>
      ))}
      {/* Stays open with the typed text and a message if a colleague was faster. */}
      {step && (
        <FormModal<{ note?: string }>
          title={`${step.name}：${order.title}`}
          okText={step.name}
          danger={step.danger ?? false}
          done={`${step.name}，已通知企业`}
          onSubmit={({ note }) => step.send(note)}
          onClose={() => setStep(undefined)}
        >
          {step.explanation && <p>{step.explanation}</p>}
          <TextField
            name="note"
            label={step.needsNote ? '给企业的说明' : '给企业的说明（可不填）'}
            schema={step.needsNote ? orderNote : v.optional(orderNote)}
            rows={3}
            autoFocus
          />
        </FormModal>
      )}
    </div>
  )
}
