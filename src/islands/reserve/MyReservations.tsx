import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Reservation } from '../../lib/contract/reservation.ts'
import {
  RESERVATION_KIND_NAMES,
  RESERVATION_STATE_NAMES,
  timeSpan,
} from '../../lib/rules/reservation-words.ts'
import {
  $reservations,
  cancelReservation,
  loadMoreReservations,
  loadReservations,
} from '../../lib/stores/reservations.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { showToast } from '../kit/toast.ts'
import './reserve.css'

/** 我的预约, with the way to give one up. */
export function MyReservations() {
  const state = useStore($reservations)
  const [leaving, setLeaving] = useState<Reservation | null>(null)
  if (state.status === 'idle') return null

  async function giveUp({ id }: Reservation) {
    setLeaving(null)
    const problem = await cancelReservation(id)
    showToast(problem ?? '预约已取消', problem ? 'error' : 'success')
  }
  return (
    <div className="reservations" aria-busy={state.status === 'loading'}>
      <ul>
        {state.items.map((each) => (
          <li key={each.id}>
            <p>
              <b>{nameOf(each)}</b>
              <span className="mark">{RESERVATION_STATE_NAMES[each.state]}</span>
            </p>
            {each.starts_at && each.ends_at && <p>{timeSpan(each.starts_at, each.ends_at)}</p>}
            {each.answer && <p>回复：{each.answer}</p>}
            {(each.state === 'requested' || each.state === 'confirmed') && (
              <button type="button" className="button" onClick={() => setLeaving(each)}>
                取消预约
              </button>
            )}
          </li>
        ))}
      </ul>
      {state.status === 'ready' && state.items.length === 0 && (
        <p>
          还没有预约。可以在<a href="/help#experts">帮助页</a>预约专家，或在基金、服务商的页面上预约。
        </p>
      )}
      {state.status === 'ready' && state.items.length < state.total && (
        <button type="button" className="button" onClick={loadMoreReservations}>
          更多
        </button>
      )}
      {state.status === 'failed' && (
        <p role="alert">
          {state.text}
          <button type="button" className="button" onClick={loadReservations}>
            重试
          </button>
        </p>
      )}
      {leaving && (
        <ConfirmDialog
          title={`确定取消“${nameOf(leaving)}”？`}
          onConfirm={() => giveUp(leaving)}
          onCancel={() => setLeaving(null)}
        >
          <p>取消后，这个时间会让给别人。</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function nameOf({ kind, target_name }: Reservation): string {
  return target_name === null
    ? RESERVATION_KIND_NAMES[kind]
    : `${RESERVATION_KIND_NAMES[kind]}：${target_name}`
}
