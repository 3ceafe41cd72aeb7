/** The operator, the delay and the history of an open conversation or application. The company sees none of it. */
import { useStore } from '@nanostores/react'
import { Alert, Button, DatePicker, Flex, Form, Timeline } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { type DeskEvent, handOver } from '../../lib/contract/operator/work.ts'
import { formatChatTime } from '../../lib/rules/chat/chat-time.ts'
import { handoverWords } from '../../lib/rules/chat/handover-words.ts'
import { laterChoices } from '../../lib/rules/time/service-hours.ts'
import { $desk } from '../../lib/stores/operator/desk.ts'
import { putOff } from '../../lib/stores/operator/work.ts'
import { $serviceHours, readServiceHours } from '../../lib/stores/service-hours.ts'
import { Select } from '../kit/antd.tsx'
import { showToast } from '../kit/toast.ts'
import { useNow } from '../parts/conversation/use-now.ts'
import { DeskModal, FormModal, TextField } from './FormModal.tsx'
import { useShortcut } from './shortcuts.tsx'

const NOBODY = 0

interface Props {
  assigned: number | null
  operators: readonly { id: number; name: string }[]
  history: readonly DeskEvent[]
  onHandOver: (to: number | null, note?: string) => Promise<string | undefined>
  children?: ReactNode
}

export function WorkBar({ assigned, operators, history, onHandOver, children }: Props) {
  const [open, setOpen] = useState<'assign' | 'history'>()
  useShortcut('assign', () => setOpen('assign'))
  useShortcut('history', () => setOpen('history'))
  return (
    <>
      <HandOverNote history={history} assigned={assigned} />
      <div className="desk-bar">
        <Button size="small" onClick={() => setOpen('assign')}>
          转交…
        </Button>
        {children}
        {history.length > 0 && (
          <Button size="small" onClick={() => setOpen('history')}>
            经手记录 {history.length}
          </Button>
        )}
      </div>
      {open === 'assign' && (
        <HandOverDialog
          assigned={assigned}
          operators={operators}
          onHandOver={onHandOver}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'history' && <History history={history} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function HandOverNote({ history, assigned }: Pick<Props, 'history' | 'assigned'>) {
  const now = useNow()
  const last = history.find(({ kind }) => kind === 'assigned')
  if (!last || last.note === '') return null
  const to = assigned !== null && last.to ? ` 转给 ${last.to}` : ''
  return (
    <Alert
      role="note"
      className="hand-over-note"
      title={`${last.by}${to} 的交接说明 · ${formatChatTime(last.gmt_create, now)} · 仅同事可见`}
      description={last.note}
    />
  )
}

interface HandOverDialogProps extends Pick<Props, 'assigned' | 'operators' | 'onHandOver'> {
  onClose: () => void
}

function HandOverDialog({ assigned, operators, onHandOver, onClose }: HandOverDialogProps) {
  const desk = useStore($desk)
  const me = desk.status === 'operator' ? desk.id : NOBODY
  const options = [
    ...operators.map(({ id, name }) => ({ value: id, label: id === me ? `${name}（我）` : name })),
    { value: NOBODY, label: '无人负责' },
  ].map((option) => ({ ...option, disabled: option.value === (assigned ?? NOBODY) }))
  return (
    <FormModal<{ to: number; note?: string }>
      title="转交"
      okText="转交"
      done="已转交"
      onSubmit={({ to, note }) => onHandOver(to === NOBODY ? null : to, note)}
      onClose={onClose}
    >
      <Form.Item name="to" label="转交给" rules={[{ required: true, message: '请选择同事' }]}>
        <Select autoFocus options={options} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <TextField
        name="note"
        label="交接说明（可不填）"
        extra="只有同事看得到，企业看不到。"
        schema={handOver.entries.note}
        rows={3}
      />
    </FormModal>
  )
}

function History({ history, onClose }: { history: readonly DeskEvent[]; onClose: () => void }) {
  const now = useNow()
  return (
    <DeskModal title="经手记录" footer={null} onCancel={onClose}>
      <p className="desk-soft">只有同事看得到。</p>
      <Timeline
        items={history.map((event) => ({
          key: event.id,
          title: <time dateTime={event.gmt_create}>{formatChatTime(event.gmt_create, now)}</time>,
          content: (
            <>
              {event.by}
              {handoverWords(event.kind, event.to, event.until && formatChatTime(event.until, now))}
              {event.note && <p className="desk-quote">{event.note}</p>}
            </>
          ),
        }))}
      />
    </DeskModal>
  )
}

/** 稍后处理: puts a waiting conversation off. */
export function Snooze({ id, until }: { id: number; until: string | null }) {
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const isAsleep = until !== null && Date.parse(until) > now

  async function choose(moment: string | null) {
    setOpen(false)
    const problem = await putOff(id, moment)
    if (problem) showToast(problem, 'error')
    else
      showToast(
        moment === null ? '已回到待回复' : `${formatChatTime(moment, Date.now())} 再提醒，企业仍在等待`,
      )
  }
  const press = isAsleep ? () => choose(null) : () => setOpen(true)
  useShortcut('snooze', press)

  return (
    <>
      <Button size="small" onClick={press}>
        {isAsleep ? `${formatChatTime(until, now)} 前不提醒 · 取消` : '稍后处理…'}
      </Button>
      {isOpen && <SnoozeDialog onChoose={choose} onClose={() => setOpen(false)} />}
    </>
  )
}

function SnoozeDialog({ onChoose, onClose }: { onChoose: (at: string) => void; onClose: () => void }) {
  const [opened] = useState(Date.now)
  const hours = useStore($serviceHours)
  useEffect(() => {
    readServiceHours()
  }, [])
  return (
    <DeskModal title="稍后处理" footer={null} onCancel={onClose}>
      <p className="desk-soft">到时回到待回复，企业再发消息则提前回来。企业的等待时间照算。</p>
      <Flex vertical gap="small">
        {laterChoices(hours, opened).map(({ words, at }, index) => (
          <Button key={words} autoFocus={index === 0} onClick={() => onChoose(at)}>
            {words}（{formatChatTime(at, opened)}）
          </Button>
        ))}
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          aria-label="其他时间"
          placeholder="其他时间"
          onChange={(at) => at && onChoose(at.toISOString())}
        />
      </Flex>
    </DeskModal>
  )
}
