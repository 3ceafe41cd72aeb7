import { useStore } from '@nanostores/react'
import { Button, DatePicker, Form, type TableColumnsType } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useEffect, useState } from 'react'
import type { InputOf } from '../../../lib/contract/call.ts'
import {
  answerReservation,
  type OPERATOR_STATES,
  type OperatorReservation,
} from '../../../lib/contract/operator/reservation.ts'
import { RESERVATION_KINDS, RESERVATION_STATES } from '../../../lib/contract/services/reservation.ts'
import {
  needsTime,
  RESERVATION_KIND_NAMES,
  RESERVATION_STATE_NAMES,
  RESERVATION_STEPS,
  timeSpan,
} from '../../../lib/rules/orders/reservations.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { submit } from '../../../lib/stores/operator/list.ts'
import { freeSlots, reservations } from '../../../lib/stores/operator/lists.ts'
import { Select } from '../../kit/antd.tsx'
import { FormModal, TextField } from '../FormModal.tsx'
import { choiceOf } from '../ListBar.tsx'
import { ListScreen, PartState } from '../ListTable.tsx'
import { useAddress } from '../use-address.ts'

type Step = (typeof OPERATOR_STATES)[number]

/** Returns the operator's next steps. One that is confirmed without a time gets it by another confirmation. */
function stepsOf(row: OperatorReservation): readonly Step[] {
  const steps = RESERVATION_STEPS[row.state]
  return row.state === 'confirmed' && needsTime(row) ? ['confirmed', ...steps] : steps
}

const STEP_NAMES: Readonly<Record<Step, string>> = { confirmed: '确认', declined: '婉拒', done: '完成' }

function stepName(to: Step, { kind, state }: OperatorReservation): string {
  if (kind === 'upgrade' && to !== 'declined') return '升级'
  return to === 'confirmed' && state === 'confirmed' ? '安排时间' : STEP_NAMES[to]
}

function titleOf({ row, to }: { row: OperatorReservation; to: Step }): string {
  const name = stepName(to, row)
  if (name === '升级') return `把${row.company_name}升级到“${row.target_name ?? `等级 ${row.target_id}`}”`
  return name === '安排时间' ? `给${row.company_name}安排时间` : `${name}${row.company_name}的预约`
}

const CHOICES = [
  choiceOf('kind', '类型', RESERVATION_KINDS, (kind) => RESERVATION_KIND_NAMES[kind]),
  choiceOf('state', '状态', RESERVATION_STATES, (state) => RESERVATION_STATE_NAMES[state]),
]

/** 预约: experts, providers, funds, and companies that want a higher level. */
export function Reservations() {
  const [params] = useAddress()
  const [step, setStep] = useState<{ row: OperatorReservation; to: Step } | null>(null)
  const isTimed = step?.to === 'confirmed' && needsTime(step.row)

  const columns: TableColumnsType<OperatorReservation> = [
    { title: '类型', render: (_, { kind }) => RESERVATION_KIND_NAMES[kind] },
    {
      title: '预约对象',
      render: (_, { target_id, target_name }) => target_name ?? `编号 ${target_id}`,
    },
    {
      title: '企业',
      render: (_, { company_id, company_name }) => (
        <a href={`/operator/companies?id=${company_id}`}>{company_name}</a>
      ),
    },
    {
      title: '联系人',
      render: (_, { contact, phone }) => (
        <>
          {contact} <wbr />
          {phone}
        </>
      ),
    },
    {
      title: '时间',
      render: (_, row) => {
        if (row.starts_at) return formatMoment(row.starts_at)
        return needsTime(row) ? '待安排' : '—'
      },
    },
    {
      title: '备注与答复',
      render: (_, { note, answer }) => (
        <>
          {note}
          {answer && <p>答复：{answer}</p>}
        </>
      ),
    },
    { title: '状态', render: (_, { state }) => RESERVATION_STATE_NAMES[state] },
    { title: '提出时间', render: (_, { gmt_create }) => formatMoment(gmt_create) },
    {
      title: '处理',
      render: (_, row) => (
        <span className="desk-actions">
          {stepsOf(row).map((to) => (
            <Button key={to} size="small" danger={to === 'declined'} onClick={() => setStep({ row, to })}>
              {stepName(to, row)}
            </Button>
          ))}
        </span>
      ),
    },
  ]

  return (
    <>
      <ListScreen
        label="预约"
        list={reservations}
        columns={columns}
        choices={CHOICES}
        notes={{ id: '这一条', day: `${params.get('day')} 的预约` }}
        exported="reservations"
        empty="暂无预约"
        noneFound="没有符合条件的预约"
      />
      {step && (
        <FormModal<Omit<InputOf<typeof answerReservation>['body'], 'state'>>
          title={titleOf(step)}
          okText={stepName(step.to, step.row)}
          danger={step.to === 'declined'}
          done="已处理，并通知企业"
          fields={answerReservation.body.entries}
          onSubmit={(answer) =>
            submit(
              answerReservation,
              { params: { id: step.row.id }, body: { ...answer, state: step.to } },
              reservations,
            )
          }
          onClose={() => setStep(null)}
        >
          {stepName(step.to, step.row) === '升级' && <p>企业等级立即调整，企业会收到通知，申请随之办结。</p>}
          {isTimed && <TimeField row={step.row} />}
          <TextField name="note" label="给企业的说明（可不填）" rows={3} autoFocus={!isTimed} />
        </FormModal>
      )}
    </>
  )
}

const MOMENT = 'YYYY-MM-DDTHH:mm[:00+08:00]'
const asMoment = (value?: string) => ({ value: value ? dayjs(value.slice(0, 16)) : null })

/** The time that the company left to the operators. The first confirmation may leave it open, too. */
function TimeField({ row }: { row: OperatorReservation }) {
  const isLate = row.state === 'confirmed'
  const field = {
    label: isLate ? '时间' : '时间（可以确认后再安排）',
    rules: isLate ? [{ required: true, message: '请选择时间' }] : [],
  }
  return row.kind === 'expert' ? (
    <SlotField {...field} expertId={row.target_id} />
  ) : (
    <Form.Item
      name="starts_at"
      {...field}
      normalize={(at: Dayjs | null) => at?.format(MOMENT)}
      getValueProps={asMoment}
    >
      <DatePicker showTime={{ format: 'HH:mm' }} autoFocus />
    </Form.Item>
  )
}

interface SlotProps {
  expertId: number
  label: string
  rules: { required: boolean; message: string }[]
}

function SlotField({ expertId, ...field }: SlotProps) {
  const state = useStore(freeSlots.$state)
  useEffect(() => {
    freeSlots.open(expertId, 1)
  }, [expertId])
  // Until the answer comes: earlier times may be taken by now.
  if (state.status !== 'ready') return <PartState state={state} onRetry={freeSlots.retry} rows={1} />
  const slots = state.page?.items ?? []
  return (
    <Form.Item
      name="slot_id"
      {...field}
      extra={
        slots.length === 0 && (
          <>
            这位专家没有可约时段，请先在<a href="/operator/experts">专家与类别</a>里添加。
          </>
        )
      }
    >
      <Select<number>
        autoFocus
        allowClear={{ label: '清除时间' }}
        placeholder="选择专家的可约时段"
        notFoundContent="没有可约时段"
        options={slots.map(({ id, starts_at, ends_at }) => ({
          value: id,
          label: timeSpan(starts_at, ends_at),
        }))}
      />
    </Form.Item>
  )
}
