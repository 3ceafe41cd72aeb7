import { useStore } from '@nanostores/react'
import { Button } from 'antd'
import { useState } from 'react'
import type { OperatorOrder } from '../../../lib/contract/operator/order.ts'
import { ORDER_NOTE_LIMIT } from '../../../lib/contract/orders/order.ts'
import { isFinal, nextStates, type OrderState } from '../../../lib/rules/orders/order-states.ts'
import { $desk } from '../../../lib/stores/operator/desk.ts'
import {
  type Decision,
  decideRequest,
  moveDeskOrder,
  publishProvider,
  takeDeskOrder,
} from '../../../lib/stores/operator/orders.ts'
import { showToast } from '../../kit/toast.ts'
import { FormModal, TextField } from '../FormModal.tsx'
import { useShortcut } from '../shortcuts.tsx'

/** What each step is called, and whether the company has to be told why. */
const STEPS: Partial<Record<OrderState, { name: string; needsNote: boolean }>> = {
  'more-needed': { name: '要求补充', needsNote: true },
  approved: { name: '审核通过', needsNote: false },
  publicity: { name: '进入公示', needsNote: false },
  paid: { name: '确认兑现', needsNote: false },
  rejected: { name: '不予通过', needsNote: true },
}

const LEADS_ON: readonly OrderState[] = ['approved', 'publicity', 'paid']

/** The steps that lead on from here. Each tells the company by a message. */
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
      {/* Stays when a colleague was quicker, whatever the application is by now: it says so, and has what was typed. */}
      {step !== null && words && (
        <FormModal<{ note?: string }>
          title={`${words.name}：${order.title}`}
          okText={words.name}
          danger={step === 'rejected'}
          done={`${words.name}，已通知企业`}
          onSubmit={({ note = '' }) =>
            kind === 'application' ? moveDeskOrder(id, step, note) : decideRequest(id, step as Decision, note)
          }
          onClose={() => setStep(null)}
        >
          <NoteField isNeeded={words.needsNote} />
        </FormModal>
      )}
    </>
  )
}

const WORDS = {
  off: { act: '下线', done: '已下线，并通知企业' },
  on: { act: '恢复公开', done: '已恢复公开，并通知企业' },
}

/** An approved provider's page, and taking it off or showing it again. */
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
          onSubmit={({ note = '' }) => publishProvider(order.id, !shown, note)}
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
      needed={isNeeded ? '请填写说明' : undefined}
      limit={ORDER_NOTE_LIMIT}
      rows={3}
      autoFocus
    />
  )
}
