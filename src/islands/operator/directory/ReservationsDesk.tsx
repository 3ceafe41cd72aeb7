import { Button, Form, Input, type TableColumnsType, Tag } from 'antd'
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
import { needsTime } from '../../../lib/rules/orders/reservation-steps.ts'
import {
  RESERVATION_KIND_NAMES,
  RESERVATION_STATE_NAMES,
} from '../../../lib/rules/orders/reservation-words.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import {
  type ReservationAnswer,
  readReservationsFilter,
  reservations,
  settleReservation,
  stepsOf,
} from '../../../lib/stores/operator/reservations.ts'
import { Desk } from '../Desk.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { FilterSelect } from '../FilterSelect.tsx'
import { FormDialog } from '../FormDialog.tsx'
import { useAddress } from '../use-address.ts'
import { turnTo, usePage } from '../use-page.ts'
import { TimeField } from './TimeField.tsx'

type Step = (typeof OPERATOR_STATES)[number]
const STEP_NAMES: Readonly<Record<Step, string>> = { confirmed: '确认', declined: '谢绝', done: '完成' }

/** What is confirmed already only gets its time. */
function stepName(to: Step, { state }: OperatorReservation): string {
  return to === 'confirmed' && state === 'confirmed' ? '安排时间' : STEP_NAMES[to]
}

function titleOf({ row, to }: { row: OperatorReservation; to: Step }): string {
  const name = stepName(to, row)
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

function Reservations() {
  const [params, change] = useAddress()
  const { kind, state } = readReservationsFilter(params)
  const page = usePage(reservations.$state)
  const [step, setStep] = useState<{ row: OperatorReservation; to: Step } | null>(null)
  useEffect(() => {
    reservations.open({ kind, state }, page)
  }, [kind, state, page])

  const columns: TableColumnsType<OperatorReservation> = [
    {
      title: '类型',
      dataIndex: 'kind',
      render: (value: OperatorReservation['kind']) => RESERVATION_KIND_NAMES[value],
    },
    {
      title: '预约的是',
      dataIndex: 'target_name',
      render: (name: string | null, row) => name ?? `编号 ${row.target_id}`,
    },
    {
      title: '企业',
      dataIndex: 'company_name',
      // A higher level is set where the company is.
      render: (name: string, { company_id }) => <a href={`/operator/companies?id=${company_id}`}>{name}</a>,
    },
    { title: '联系人', render: (_, { contact, phone }) => `${contact} ${phone}` },
    {
      title: '时间',
      dataIndex: 'starts_at',
      render: (at: string | null, row) => {
        if (at) return formatMoment(at)
        return needsTime(row) ? '待安排' : '—'
      },
    },
    {
      title: '备注与答复',
      className: 'desk-text',
      render: (_, { note, answer }) => (
        <>
          {note}
          {answer && <p>答复：{answer}</p>}
        </>
      ),
    },
    {
      title: '状态',
      dataIndex: 'state',
      render: (value: OperatorReservation['state']) => <Tag>{RESERVATION_STATE_NAMES[value]}</Tag>,
    },
    { title: '提出时间', dataIndex: 'gmt_create', render: (at: string) => formatMoment(at) },
    {
      title: '处理',
      fixed: 'right',
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
      <div className="desk-filters">
        <FilterSelect<OperatorReservation['kind']>
          label="类型"
          all="全部类型"
          options={RESERVATION_KINDS.map((value) => ({ value, label: RESERVATION_KIND_NAMES[value] }))}
          value={kind}
          onChange={(value) => change({ kind: value, page: null })}
        />
        <FilterSelect<OperatorReservation['state']>
          label="状态"
          all="全部状态"
          options={RESERVATION_STATES.map((value) => ({ value, label: RESERVATION_STATE_NAMES[value] }))}
          value={state}
          onChange={(value) => change({ state: value, page: null })}
        />
      </div>
      <DeskTable
        label="预约"
        list={reservations}
        columns={columns}
        perPage={RESERVATIONS_PER_PAGE}
        onPage={turnTo}
        empty={kind || state ? '没有符合条件的预约' : '还没有预约'}
      />
      {step && (
        <FormDialog<ReservationAnswer>
          title={titleOf(step)}
          okText={stepName(step.to, step.row)}
          danger={step.to === 'declined'}
          done="已处理，并通知企业"
          initial={{}}
          onSubmit={(answer) => settleReservation(step.row.id, step.to, answer)}
          onClose={() => setStep(null)}
        >
          {step.to === 'confirmed' && needsTime(step.row) && <TimeField row={step.row} />}
          <Form.Item name="note" label="给企业的说明（可不填）">
            <Input.TextArea
              autoFocus={!(step.to === 'confirmed' && needsTime(step.row))}
              rows={3}
              maxLength={RESERVATION_ANSWER_LIMIT}
              showCount
            />
          </Form.Item>
        </FormDialog>
      )}
    </>
  )
}
