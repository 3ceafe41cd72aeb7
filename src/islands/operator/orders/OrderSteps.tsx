import { useStore } from '@nanostores/react'
import { Button } from 'antd'
import { useState } from 'react'
import * as v from 'valibot'
import type { InputOf } from '../../../lib/contract/call.ts'
import { decideAdditional, showProvider } from '../../../lib/contract/operator/additional.ts'
import type { OperatorOrder } from '../../../lib/contract/operator/order.ts'
import { orderNote } from '../../../lib/contract/orders/order.ts'
import { isFinal, nextStates, type OrderState } from '../../../lib/rules/orders/order-states.ts'
import { $desk } from '../../../lib/stores/operator/desk.ts'
import { changeDeskOrder, moveDeskOrder, takeDeskOrder } from '../../../lib/stores/operator/orders.ts'
import { showToast } from '../../kit/toast.ts'
import { FormModal, TextField } from '../FormModal.tsx'
import { useShortcut } from '../shortcuts.tsx'

interface Step {
  name: string
  /** The decision that is sent for kinds other than `application`. */
  action?: 'approve' | 'refuse' | 'more'
  /** The company has to read the reason. */
  needsNote?: boolean
}

const STEPS: Partial<Record<OrderState, Step>> = {
  'more-needed': { name: '要求补充', action: 'more', needsNote: true },
  approved: { name: '审核通过', action: 'approve' },
  publicity: { name: '进入公示' },
  paid: { name: '确认兑现' },
  rejected: { name: '不予通过', action: 'refuse', needsNote: true },
}

const LEADS_ON: readonly OrderState[] = ['approved', 'publicity', 'paid']

/** The next steps of an order. Each sends the company a message. */
export function OrderSteps({ open, isBusy }: { open: OperatorOrder; isBusy: boolean }) {
  const { order, operator_id } = open
  const desk = useStore($desk)
  const [step, setStep] = useState<OrderState | null>(null)
  const { id, kind, state, operator } = order
  const isMine = desk.status === 'operator' && operator_id === desk.id
  const canTake = !isMine || state === 'submitted'
  const next = nextStates(kind, state, 'operator').filter((to) => STEPS[to] !== undefined)
  const words = step === null ? undefined : STEPS[step]

  async function take() {
    const problem = await takeDeskOrder(id)
    if (problem) showToast(problem, 'error')
    else showToast('已由您受理')
  }

  const isOver = isFinal(kind, state)
  useShortcut('take', canTake && !isOver && !isBusy ? take : undefined)

  return (
    <>
      {isOver ? (
        <>
          <p>这份申请已经办结。</p>
          <Publication open={open} isBusy={isBusy} />
        </>
      ) : (
        <div className="desk-actions order-steps">
          {canTake && (
            <Button type={operator === null ? 'primary' : 'default'} loading={isBusy} onClick={take}>
              {operator === null ? '受理' : isMine ? '开始审核' : '转由我受理'}
            </Button>
          )}
          {isMine || operator === null
            ? next.map((to) => (
                <Button
                  key={to}
                  disabled={isBusy}
                  danger={to === 'rejected'}
                  type={operator !== null && LEADS_ON.includes(to) ? 'primary' : 'default'}
                  onClick={() => setStep(to)}
                >
                  {STEPS[to]?.name}
                </Button>
              ))
            : null}
        </div>
      )}
      {/* Stays open with the typed text and a message if a colleague was faster. */}
      {step !== null && words && (
        <FormModal<{ note?: string }>
          title={`${words.name}：${order.title}`}
          okText={words.name}
          danger={step === 'rejected'}
          done={`${words.name}，已通知企业`}
          onSubmit={({ note }) =>
            kind === 'application'
              ? moveDeskOrder(id, step, note)
              : changeDeskOrder(decideAdditional, id, {
                  action: words.action,
                  note,
                } as InputOf<typeof decideAdditional>['body'])
          }
          onClose={() => setStep(null)}
        >
          <NoteField isNeeded={words.needsNote ?? false} />
        </FormModal>
      )}
    </>
  )
}

const WORDS = {
  off: { act: '下线', done: '已下线，并通知企业' },
  on: { act: '恢复公开', done: '已恢复公开，并通知企业' },
}

/** The page of an approved provider, which operators can hide or show again. */
function Publication({ open, isBusy }: { open: OperatorOrder; isBusy: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { order, publication } = open
  if (!publication) return null
  const { id, category_id, shown } = publication
  const words = shown ? WORDS.off : WORDS.on
  return (
    <div className="desk-actions order-steps">
      {shown ? (
        <Button href={`/enterprise/${category_id}/${id}`} target="_blank">
          查看公开页面
        </Button>
      ) : (
        <span>公开页面已下线。</span>
      )}
      <Button danger={shown} disabled={isBusy} onClick={() => setAsking(true)}>
        {words.act}
      </Button>
      {isAsking && (
        <FormModal<{ note?: string }>
          title={`${words.act}：${order.title}`}
          okText={words.act}
          danger={shown}
          done={words.done}
          onSubmit={({ note }) =>
            changeDeskOrder(showProvider, order.id, { shown: !shown, note } as InputOf<
              typeof showProvider
            >['body'])
          }
          onClose={() => setAsking(false)}
        >
          {shown && <p>立即从“新入驻”中移除；已生成的静态页面在下一次生成后移除。</p>}
          <NoteField isNeeded={shown} />
        </FormModal>
      )}
    </div>
  )
}

function NoteField({ isNeeded }: { isNeeded: boolean }) {
  return (
    <TextField
      name="note"
      label={isNeeded ? '给企业的说明' : '给企业的说明（可不填）'}
      schema={isNeeded ? orderNote : v.optional(orderNote)}
      rows={3}
      autoFocus
    />
  )
}
