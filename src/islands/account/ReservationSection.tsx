import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Reservation } from '../../lib/contract/services/reservation.ts'
import {
  canCancel,
  cancelWords,
  needsTime,
  RESERVATION_KIND_NAMES,
  RESERVATION_STATE_NAMES,
  timeSpan,
} from '../../lib/rules/orders/reservations.ts'
import {
  $reservations,
  giveUpReservation,
  loadMoreReservations,
  refreshReservations,
} from '../../lib/stores/reservations.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { MoreButton } from '../kit/MoreButton.tsx'
import { showToast } from '../kit/toast.ts'
import { SectionFrame } from './SectionFrame.tsx'

export function ReservationSection() {
  const state = useStore($reservations)
  const [leaving, setLeaving] = useState<Reservation | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  const items = state.status === 'idle' ? [] : state.items
  const failure = state.status === 'failed' ? state : null
  const isFirst = items.length === 0 && (state.status === 'idle' || state.status === 'loading')
  // The focused button may be gone: then the row of its reservation gets the focus.
  useEffect(() => {
    if (left === null) return
    if (document.activeElement === document.body) document.getElementById(nameId(left))?.focus()
    setLeft(null)
  }, [left])

  async function giveUp({ id }: Reservation) {
    setLeaving(null)
    const problem = await giveUpReservation(id)
    showToast(problem ?? '已取消', problem ? 'error' : 'success')
    setLeft(id)
  }
  return (
    <SectionFrame
      id="reservations"
      title="我的预约"
      lead="您的专家、服务商、基金预约和等级升级申请，以及工作人员的回复。"
      state={isFirst ? { status: 'loading' } : failure && items.length === 0 ? failure : { status: 'ready' }}
      onRetry={refreshReservations}
    >
      <ul className="people" aria-busy={state.status === 'loading'}>
        {items.map((each) => (
          <li key={each.id}>
            <span id={nameId(each.id)} className="wrap people-name" tabIndex={-1}>
              {nameOf(each)}
              <span className="mark">{RESERVATION_STATE_NAMES[each.state]}</span>
            </span>
            <div className="soft">
              {each.starts_at && <p>{timeSpan(each.starts_at, each.ends_at)}</p>}
              {needsTime(each) && <p>时间待安排</p>}
              {each.answer && <p>回复：{each.answer}</p>}
            </div>
            {canCancel(each, Date.now()) && (
              <button type="button" className="button" onClick={() => setLeaving(each)}>
                {cancelName(each)}
              </button>
            )}
          </li>
        ))}
      </ul>
      {failure && (
        <p className="wrap company-note" role="alert">
          {failure.text}
        </p>
      )}
      {items.length === 0 && (
        <p>
          暂无预约。可在<a href="/help#experts">帮助页</a>预约专家，或在基金、服务商页面预约。
        </p>
      )}
      <MoreButton
        state={state}
        label="更多"
        onMore={loadMoreReservations}
        onRetry={refreshReservations}
        focusRow={(index) => document.getElementById(nameId(items[index]?.id ?? 0))?.focus()}
      />
      {leaving && (
        <ConfirmDialog
          title={`确定${cancelName(leaving)}“${nameOf(leaving)}”？`}
          onConfirm={() => giveUp(leaving)}
          onCancel={() => setLeaving(null)}
        >
          <p>{cancelWords(leaving)}</p>
        </ConfirmDialog>
      )}
    </SectionFrame>
  )
}

function nameId(id: number): string {
  return `reservation-${id}`
}

function cancelName({ kind }: Reservation): string {
  return kind === 'upgrade' ? '取消申请' : '取消预约'
}

function nameOf({ kind, target_name }: Reservation): string {
  return target_name === null
    ? RESERVATION_KIND_NAMES[kind]
    : `${RESERVATION_KIND_NAMES[kind]}：${target_name}`
}
