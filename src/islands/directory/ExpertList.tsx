import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Expert, Slot } from '../../lib/contract/services/expert.ts'
import { timeSpan } from '../../lib/rules/orders/reservations.ts'
import { $experts, loadMoreExperts, refreshExperts } from '../../lib/stores/reservations.ts'
import { type ReserveTarget, startReserving } from '../../lib/stores/reserve.ts'
import { MoreButton } from '../kit/MoreButton.tsx'
import { ReserveDialog } from '../parts/form/ReserveDialog.tsx'
import './experts.css'
import { Waiting } from '../kit/Waiting.tsx'

const SHOWN = 6

export function ExpertList() {
  const state = useStore($experts, { ssr: 'initial' })
  const [wish, setWish] = useState<Wish | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  // The dialog returns the focus to the pressed time, or else to its expert.
  useEffect(() => {
    if (left === null) return
    if (document.activeElement === document.body) document.getElementById(headingId(left))?.focus()
    setLeft(null)
  }, [left])

  function reserveFor(wanted: Wish) {
    startReserving()
    setWish(wanted)
  }
  // The time may have been taken meanwhile, or now by this company.
  async function close({ target }: Wish) {
    setWish(null)
    await refreshExperts()
    setLeft(target.target_id)
  }
  const items = state.status === 'idle' ? [] : state.items
  return (
    <div className="experts" aria-busy={state.status === 'loading'}>
      {items.length > 0 && (
        <ul>
          {items.map((expert) => (
            <ExpertCard key={expert.id} expert={expert} onReserve={reserveFor} />
          ))}
        </ul>
      )}
      {state.status === 'loading' && <Waiting />}
      {state.status === 'ready' && items.length === 0 && <p>暂无可预约的专家，请先用“在线客服”咨询。</p>}
      {state.status === 'failed' && <p role="alert">{state.text}</p>}
      <MoreButton
        state={state}
        label={items.length === 0 ? '查看专家和可约时间' : '更多专家'}
        onMore={state.status === 'idle' ? refreshExperts : loadMoreExperts}
        onRetry={refreshExperts}
        focusRow={(index) => document.getElementById(headingId(items[index]?.id ?? 0))?.focus()}
      />
      {wish && <ReserveDialog {...wish} onClose={() => close(wish)} />}
    </div>
  )
}

interface Wish {
  target: ReserveTarget
  title: string
}

function headingId(expertId: number): string {
  return `expert-${expertId}`
}

interface CardProps {
  expert: Expert
  onReserve: (wish: Wish) => void
}

function ExpertCard({ expert: { id, name, title, fields, intro, slots }, onReserve }: CardProps) {
  const [isOpened, setOpened] = useState(false)
  const isWhole = isOpened || slots.length <= SHOWN
  const list = useRef<HTMLUListElement>(null)
  // The focused button is gone: the first of the other times gets the focus.
  useEffect(() => {
    if (isOpened) list.current?.querySelectorAll('button')[SHOWN]?.focus()
  }, [isOpened])
  const button = (time: string, slot?: Slot) => (
    <button
      type="button"
      className="button"
      onClick={() =>
        onReserve({
          target: { kind: 'expert', target_id: id, ...(slot && { slot_id: slot.id }) },
          title: `预约${name}：${time}`,
        })
      }
    >
      {time}
    </button>
  )
  return (
    <li className="expert">
      <h3 id={headingId(id)} tabIndex={-1}>
        {name}
        <span>{title}</span>
      </h3>
      <p className="expert-fields">
        {fields.map((field) => (
          <span key={field} className="mark">
            {field}
          </span>
        ))}
      </p>
      <p>{intro}</p>
      <ul ref={list} className="expert-slots" aria-label={`${name}的可约时间`}>
        {slots.slice(0, isWhole ? slots.length : SHOWN).map((slot) => (
          <li key={slot.id}>{button(timeSpan(slot.starts_at, slot.ends_at), slot)}</li>
        ))}
        {!isWhole && (
          <li>
            <button type="button" className="button" onClick={() => setOpened(true)}>
              更多时间
            </button>
          </li>
        )}
        <li>{button('时间由工作人员安排')}</li>
      </ul>
    </li>
  )
}
