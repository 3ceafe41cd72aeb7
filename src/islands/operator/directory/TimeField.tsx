import { useStore } from '@nanostores/react'
import { Button, Form, Input, Select } from 'antd'
import { useEffect } from 'react'
import type { OperatorReservation } from '../../../lib/contract/operator/reservation.ts'
import { timeSpan } from '../../../lib/rules/orders/reservation-words.ts'
import { freeSlots } from '../../../lib/stores/operator/directory.ts'

/** The time that the company left to the operators. With the first confirmation it may still be open. */
export function TimeField({ row }: { row: OperatorReservation }) {
  const isLate = row.state === 'confirmed'
  const field = {
    label: isLate ? '时间' : '时间（可以确认后再安排）',
    rules: isLate ? [{ required: true, message: '请选择时间' }] : [],
  }
  return row.kind === 'expert' ? (
    <SlotField {...field} expertId={row.target_id} />
  ) : (
    <Form.Item name="moment" {...field}>
      <Input type="datetime-local" autoFocus />
    </Form.Item>
  )
}

interface SlotProps {
  expertId: number
  label: string
  rules: { required: boolean; message: string }[]
}

/** One of the expert's free times. */
function SlotField({ expertId, ...field }: SlotProps) {
  const { status, value } = useStore(freeSlots.$state)
  useEffect(() => {
    freeSlots.open(expertId)
  }, [expertId])
  // What was free when the form was open before may be taken.
  const slots = status === 'ready' && value ? value : []
  return (
    <Form.Item name="slot_id" {...field} extra={<SlotNote status={status} isNone={slots.length === 0} />}>
      <Select<number>
        // An empty list would say that there is none, and lie over the way to read it again.
        {...(status === 'failed' && { open: false })}
        allowClear={{ label: '清除时间' }}
        autoFocus
        loading={status === 'loading'}
        placeholder={status === 'loading' ? '正在读取可约时段…' : '选择专家的可约时段'}
        notFoundContent={status === 'loading' ? '正在读取…' : '没有可约时段'}
        options={slots.map(({ id, starts_at, ends_at }) => ({
          value: id,
          label: timeSpan(starts_at, ends_at),
        }))}
      />
    </Form.Item>
  )
}

/** Why no time can be chosen, and the way on. */
function SlotNote({ status, isNone }: { status: string; isNone: boolean }) {
  if (status === 'failed') {
    return (
      <span role="alert">
        没有读到可约时段。
        <Button size="small" onClick={freeSlots.retry}>
          重试
        </Button>
      </span>
    )
  }
  if (status !== 'ready' || !isNone) return null
  return (
    <>
      这位专家没有可约时段，请先在<a href="/operator/experts">专家与类别</a>里添加。
    </>
  )
}
