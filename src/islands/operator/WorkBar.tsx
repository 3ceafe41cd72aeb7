/** Who takes care of what is open and until when, its tags, and what colleagues did with it. The company sees none of it. */
import { useStore } from '@nanostores/react'
import { Button, Form, Input } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Topic } from '../../lib/contract/chat/advisory.ts'
import { type DeskEvent, HAND_OVER_NOTE_LIMIT } from '../../lib/contract/operator/work.ts'
import { formatChatTime } from '../../lib/rules/chat/chat-time.ts'
import { handoverWords } from '../../lib/rules/chat/handover-words.ts'
import { laterChoices } from '../../lib/rules/time/service-hours.ts'
import { $desk } from '../../lib/stores/operator/desk.ts'
import {
  $handedOver,
  findMergeable,
  mergeHere,
  putOff,
  watchHandedOver,
} from '../../lib/stores/operator/work.ts'
import { $serviceHours, readServiceHours } from '../../lib/stores/service-hours.ts'
import { Select } from '../kit/antd.tsx'
import { showToast } from '../kit/toast.ts'
import { useNow } from '../parts/conversation/use-now.ts'
import { DeskModal, FormDialog } from './FormDialog.tsx'
import { useShortcut } from './shortcuts.tsx'
import { TagPicker } from './tags.tsx'

const NOBODY = 0

interface Props {
  /** Who has it; null: nobody. */
  assigned: number | null
  operators: readonly { id: number; name: string }[]
  tags: readonly string[]
  history: readonly DeskEvent[]
  onHandOver: (to: number | null, note: string) => Promise<string | undefined>
  onTags: (change: { add?: string[]; remove?: string[] }) => Promise<string | undefined>
  children?: ReactNode
}

export function WorkBar({ assigned, operators, tags, history, onHandOver, onTags, children }: Props) {
  const [open, setOpen] = useState<'assign' | 'history'>()
  useShortcut('assign', () => setOpen('assign'))
  useShortcut('history', () => setOpen('history'))
  return (
    <>
      <HandOverNote history={history} assigned={assigned} />
      <div className="work-bar">
        <Button size="small" onClick={() => setOpen('assign')}>
          转交…
        </Button>
        {children}
        {history.length > 0 && (
          <Button size="small" onClick={() => setOpen('history')}>
            经手记录 {history.length}
          </Button>
        )}
        <TagPicker tags={tags} change={onTags} />
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

/** What the one before has written for whoever has it now. */
function HandOverNote({ history, assigned }: Pick<Props, 'history' | 'assigned'>) {
  const now = useNow()
  const last = history.find(({ kind }) => kind === 'assigned')
  if (!last || last.note === '') return null
  return (
    <p className="hand-over-note">
      <b>
        {last.by}
        {assigned !== null && last.to ? ` 转给 ${last.to}` : ''} 的交接说明
      </b>
      <time dateTime={last.gmt_create}>{formatChatTime(last.gmt_create, now)}</time>
      <span>{last.note}</span>
      <small>仅同事可见</small>
    </p>
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
    <FormDialog<{ to: number; note?: string }>
      title="转交"
      okText="转交"
      done="已转交"
      initial={{}}
      onSubmit={({ to, note = '' }) => onHandOver(to === NOBODY ? null : to, note.trim())}
      onClose={onClose}
    >
      <Form.Item name="to" label="转交给" rules={[{ required: true, message: '请选择同事' }]}>
        <Select autoFocus options={options} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="note" label="交接说明（可不填）" extra="只有同事看得到，企业看不到。">
        <Input.TextArea rows={3} maxLength={HAND_OVER_NOTE_LIMIT} showCount />
      </Form.Item>
    </FormDialog>
  )
}

function History({ history, onClose }: { history: readonly DeskEvent[]; onClose: () => void }) {
  const now = useNow()
  return (
    <DeskModal title="经手记录" footer={null} onCancel={onClose}>
      <p className="desk-soft">只有同事看得到。</p>
      <ol className="desk-line">
        {history.map((event) => (
          <li key={event.id}>
            <time dateTime={event.gmt_create}>{formatChatTime(event.gmt_create, now)}</time>
            <span>
              {event.by}
              {handoverWords(event.kind, event.to, event.until && formatChatTime(event.until, now))}
            </span>
            {event.note && <q>{event.note}</q>}
          </li>
        ))}
      </ol>
    </DeskModal>
  )
}

/** 稍后处理, of a conversation that waits. */
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
  const [typed, setTyped] = useState('')
  const [opened] = useState(Date.now)
  const hours = useStore($serviceHours)
  useEffect(() => {
    readServiceHours()
  }, [])
  return (
    <DeskModal title="稍后处理" footer={null} onCancel={onClose}>
      <p className="desk-soft">到时回到待回复，企业再发消息则提前回来。企业的等待时间照算。</p>
      <div className="snooze-choices">
        {laterChoices(hours, opened).map(({ words, at }, index) => (
          <Button key={words} block autoFocus={index === 0} onClick={() => onChoose(at)}>
            {words}
            <small>{formatChatTime(at, opened)}</small>
          </Button>
        ))}
        <div className="desk-actions">
          <Input
            type="datetime-local"
            aria-label="其他时间"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button disabled={typed === ''} onClick={() => onChoose(new Date(typed).toISOString())}>
            到这时
          </Button>
        </div>
      </div>
    </DeskModal>
  )
}

/** Another topic of the same order comes into this one. */
export function MergeTopics({ id, orderId, title }: { id: number; orderId: number; title: string }) {
  const [topics, setTopics] = useState<readonly Topic[]>()

  async function look() {
    const found = await findMergeable(orderId, id)
    if (!found.ok) showToast(found.text, 'error')
    else if (found.value.length === 0) showToast('这份申请没有别的话题')
    else setTopics(found.value)
  }
  useShortcut('merge', look)

  return (
    <>
      <Button size="small" onClick={look}>
        合并话题…
      </Button>
      {topics && (
        <FormDialog<{ from: number }>
          title={`并入“${title}”`}
          okText="合并，不再拆开"
          danger
          done="已合并"
          initial={topics.length === 1 ? { from: topics[0]?.id ?? 0 } : {}}
          onSubmit={({ from }) => mergeHere(id, from)}
          onClose={() => setTopics(undefined)}
        >
          <p>
            两处的消息按时间排在一起，标明来自哪个话题；旧链接会转到这里，企业会读到一句说明。不能撤销，也不能再拆开。
          </p>
          <Form.Item name="from" label="要并进来的话题" rules={[{ required: true, message: '请选择话题' }]}>
            <Select
              autoFocus
              options={topics.map((topic) => ({
                value: topic.id,
                label: `${topic.title}（${topic.last_seq} 条消息${topic.closed ? '，已关闭' : ''}）`,
              }))}
            />
          </Form.Item>
        </FormDialog>
      )}
    </>
  )
}

/** What colleagues have handed to me, told by a toast once, and counted until I have opened it. */
export function HandedOverBell() {
  const items = useStore($handedOver)
  const known = useRef<Set<number>>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(watchHandedOver, [])
  useEffect(() => {
    if (!items) return
    const fresh = items.filter(({ id }) => known.current && !known.current.has(id))
    known.current = new Set([...(known.current ?? []), ...items.map(({ id }) => id)])
    const [first] = fresh
    if (first)
      showToast(`${first.by}转给您：${first.company_name}${fresh.length > 1 ? `等 ${fresh.length} 件` : ''}`)
  }, [items])
  const count = items?.length ?? 0
  useShortcut('handed', count > 0 ? () => button.current?.click() : undefined)
  if (!items || count === 0) return null
  return (
    <>
      <button ref={button} type="button" className="desk-more desk-handed" popoverTarget="desk-handed">
        转给我 <b>{count}</b>
      </button>
      <ul id="desk-handed" popover="auto" className="desk-menu desk-handed-menu">
        {items.map(({ id, kind, subject_id, company_name, title, by, note }) => (
          <li key={id}>
            <a href={`/operator/${kind}?id=${subject_id}${kind === 'conversations' ? '&state=all' : ''}`}>
              <span>
                {company_name}
                {title && ` · ${title}`}
              </span>
              <small>
                {by}
                {note && `：${note}`}
              </small>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
