import { useStore } from '@nanostores/react'
import { Button, DatePicker, Form, type TableColumnsType } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useEffect, useState } from 'react'
import {
  type OPERATOR_STATES,
  type OperatorReservation,
  RESERVATION_ANSWER_LIMIT,
} from '../../../lib/contract/operator/reservation.ts'
import {
  RESERVATION_KINDS,
  RESERVATION_STATES,
  RESERVATIONS_PER_PAGE,
} from '../../../lib/contract/services/reservation.ts'
import {
  needsTime,
  RESERVATION_KIND_NAMES,
  RESERVATION_STATE_NAMES,
  timeSpan,
} from '../../../lib/rules/orders/reservations.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { freeSlots } from '../../../lib/stores/operator/directory.ts'
import {
  type ReservationAnswer,
  readReservationsFilter,
  reservations,
  settleReservation,
  stepsOf,
} from '../../../lib/stores/operator/reservations.ts'
import { Select } from '../../kit/antd.tsx'
import { Desk } from '../Desk.tsx'
import { FormModal, TextField } from '../FormModal.tsx'
import { ListBar } from '../ListBar.tsx'
import { ListTable } from '../ListTable.tsx'
import { turnTo, useAddress, useList } from '../use-address.ts'

type Step = (typeof OPERATOR_STATES)[number]

const STEP_NAMES: Readonly<Record<Step, string>> = { confirmed: '确认', declined: '婉拒', done: '完成' }

/** A higher level is there with the word; what is confirmed already only gets its time. */
function stepName(to: Step, { kind, state }: OperatorReservation): string {
  if (kind === 'upgrade' && to !== 'declined') return '升级'
  return to === 'confirmed' && state === 'confirmed' ? '安排时间' : STEP_NAMES[to]
}

function titleOf({ row, to }: { row: OperatorReservation; to: Step }): string {
  const name = stepName(to, row)
  if (name === '升级') return `把${row.company_name}升级到“${row.target_name ?? `等级 ${row.target_id}`}”`
  return name === '安排时间' ? `给${row.company_name}安排时间` : `${name}${row.company_name}的预约`
}

/** 预约: experts' times, providers, funds, and companies that want a higher level. */
export function ReservationsDesk() {
  return (
    <Desk title="预约">
      <Reservations />
    </Desk>
  )
}

const CHOICES = [
  {
    name: 'kind',
    label: '类型',
    all: '全部类型',
    options: RESERVATION_KINDS.map((value) => ({ value, label: RESERVATION_KIND_NAMES[value] })),
  },
  {
    name: 'state',
    label: '状态',
    all: '全部状态',
    options: RESERVATION_STATES.map((value) => ({ value, label: RESERVATION_STATE_NAMES[value] })),
  },
]

function Reservations() {
  const [params] = useAddress()
  const filter = readReservationsFilter(params)
  useList(reservations, filter)
  const [step, setStep] = useState<{ row: OperatorReservation; to: Step } | null>(null)

  const columns: TableColumnsType<OperatorReservation> = [
    {
      title: '类型',
      render: (_, row) => RESERVATION_KIND_NAMES[row.kind],
    },
    {
      title: '预约对象',
      render: (_, { target_id, target_name }) => target_name ?? `编号 ${target_id}`,
    },
    {
      title: '企业',
      // A higher level is set where the company is.
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
    {
      title: '状态',
      render: (_, row) => RESERVATION_STATE_NAMES[row.state],
    },
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
      <ListBar
        filter={filter}
        choices={CHOICES}
        notes={{ id: filter.id !== undefined && '这一条', day: filter.day && `${filter.day} 的预约` }}
        exported="reservations"
      />
      <ListTable
        label="预约"
        list={reservations}
        columns={columns}
        perPage={RESERVATIONS_PER_PAGE}
        onPage={turnTo}
        empty={Object.values(filter).some(Boolean) ? '没有符合条件的预约' : '暂无预约'}
      />
      {step && (
        <FormModal<ReservationAnswer>
          title={titleOf(step)}
          okText={stepName(step.to, step.row)}
          danger={step.to === 'declined'}
          done="已处理，并通知企业"
          onSubmit={(answer) => settleReservation(step.row.id, step.to, answer)}
          onClose={() => setStep(null)}
        >
          {stepName(step.to, step.row) === '升级' && <p>企业等级立即调整，企业会收到通知，申请随之办结。</p>}
          {step.to === 'confirmed' && needsTime(step.row) && <TimeField row={step.row} />}
          <TextField
            name="note"
            label="给企业的说明（可不填）"
            limit={RESERVATION_ANSWER_LIMIT}
            rows={3}
            autoFocus={!(step.to === 'confirmed' && needsTime(step.row))}
          />
        </FormModal>
      )}
    </>
  )
}

/** In China, as the call takes it. */
const MOMENT = 'YYYY-MM-DDTHH:mm'
const asMoment = (value: string | undefined) => ({ value: value ? dayjs(value) : null })

/** The company left the time to the operators. The first confirmation may leave it open, too. */
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
      name="moment"
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

/** One of the expert's free times. */
function SlotField({ expertId, ...field }: SlotProps) {
  const { status, page } = useStore(freeSlots.$state)
  useEffect(() => {
    freeSlots.open(expertId, 1)
  }, [expertId])
  // Times that were free when the form was last open may have been taken.
  const slots = status === 'ready' && page ? page.items : []
  return (
    <Form.Item name="slot_id" {...field} extra={<SlotNote status={status} isNone={slots.length === 0} />}>
      <Select<number>
        // An empty list would claim that there are no times, and cover the button that reads them again.
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
        可约时段加载失败。
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
