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
import { SectionFrame } from './SectionFrame.tsx'

/** 我的预约, with the way to give one up. */
export function ReservationSection() {
  const state = useStore($reservations)
  const [leaving, setLeaving] = useState<Reservation | null>(null)
  const items = state.status === 'idle' ? [] : state.items
  const isFirst = items.length === 0 && (state.status === 'idle' || state.status === 'loading')

  async function giveUp({ id }: Reservation) {
    setLeaving(null)
    const problem = await cancelReservation(id)
    showToast(problem ?? '预约已取消', problem ? 'error' : 'success')
  }
  return (
    <SectionFrame
      id="reservations"
      title="我的预约"
      lead="约过的专家、服务商、基金和等级升级，和工作人员的回复。"
      state={isFirst ? { status: 'loading' } : state.status === 'failed' ? state : { status: 'ready' }}
      onRetry={loadReservations}
    >
      <ul className="people">
        {items.map((each) => (
          <li key={each.id}>
            <span className="people-name">
              {nameOf(each)}
              <span className="mark">{RESERVATION_STATE_NAMES[each.state]}</span>
            </span>
            <span className="company-soft">
              {each.starts_at && timeSpan(each.starts_at, each.ends_at)}
              {each.answer && ` 回复：${each.answer}`}
            </span>
            {(each.state === 'requested' || each.state === 'confirmed') && (
              <button type="button" className="button" onClick={() => setLeaving(each)}>
                取消预约
              </button>
            )}
          </li>
        ))}
      </ul>
      {items.length === 0 && (
        <p>
          还没有预约。可以在<a href="/help#experts">帮助页</a>预约专家，或在基金、服务商的页面上预约。
        </p>
      )}
      {state.status === 'ready' && items.length < state.total && (
        <button type="button" className="button" onClick={loadMoreReservations}>
          更多
        </button>
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
    </SectionFrame>
  )
}

function nameOf({ kind, target_name }: Reservation): string {
  return target_name === null
    ? RESERVATION_KIND_NAMES[kind]
    : `${RESERVATION_KIND_NAMES[kind]}：${target_name}`
}
