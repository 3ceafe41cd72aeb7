import { useStore } from '@nanostores/react'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import {
  type ListedCompany,
  TIMELINE_KINDS,
  type TimelineEntry,
  type TimelineKind,
} from '../../lib/contract/operator/company.ts'
import { LEVEL_NOTE_LIMIT } from '../../lib/contract/operator/package.ts'
import { formatBytes } from '../../lib/rules/text/format-number.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import {
  $companyProfile,
  $timeline,
  growTimeline,
  openCompanyProfile,
  openTimeline,
} from '../../lib/stores/operator/company.ts'
import { beginWithCompany } from '../../lib/stores/operator/desk.ts'
import { endLogins, packages, setCompanyLevel } from '../../lib/stores/operator/directory.ts'
import { Select } from '../kit/antd.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListTail } from '../kit/ListTail.tsx'
import { BeginTalk } from './BeginTalk.tsx'
import { DeskTabs } from './DeskTabs.tsx'
import { FormDialog } from './FormDialog.tsx'
import { FilterSelect } from './filters.tsx'
import { PartState } from './PagedPart.tsx'
import { CompanyOrders, CompanyPolicies, CompanyProfile } from './queue/company-facts.tsx'
import { useShortcut } from './shortcuts.tsx'
import { useAddress } from './use-address.ts'
import './print.css'

/** A company with everything about it: who it is beside its line of time. */
export function CompanyPage({ id, onBack }: { id: number; onBack: () => void }) {
  const state = useStore($companyProfile)
  const [isEnding, setEnding] = useState(false)
  const [raised, setRaised] = useState<ListedCompany | null>(null)
  const company = state.status === 'ready' && state.id === id ? state.value.company : null
  useShortcut('back', onBack)
  const back = (
    <Button autoFocus type="link" className="desk-open" onClick={onBack}>
      ‹ 全部企业
    </Button>
  )
  if (state.status === 'failed' && state.id === id) {
    return (
      <>
        <div className="company-head">{back}</div>
        <PartState state={state} onRetry={() => openCompanyProfile(id)} />
      </>
    )
  }
  return (
    <>
      <div className="company-head">
        {back}
        <h2>{company?.name ?? `企业 ${id}`}</h2>
        {company && (
          <>
            <p className="desk-soft">
              文件 {formatBytes(company.used)} / {formatBytes(company.quota)}
            </p>
            <span className="desk-actions">
              <BeginTalk begin={() => beginWithCompany(id)} />
              <Button onClick={() => setRaised(company)}>调整等级</Button>
              <Button onClick={() => setEnding(true)}>退出所有登录</Button>
              <Button onClick={() => window.print()}>打印</Button>
            </span>
          </>
        )}
      </div>
      <div className="company-page">
        <Timeline id={id} />
        <aside aria-label="企业资料">
          <DeskTabs
            items={[
              { key: 'profile', label: '档案', children: <CompanyProfile id={id} /> },
              { key: 'policies', label: '匹配政策', children: <CompanyPolicies id={id} /> },
              { key: 'orders', label: '订单', children: <CompanyOrders id={id} /> },
            ]}
          />
        </aside>
      </div>
      {isEnding && (
        <FormDialog<object>
          title="退出这家企业的所有登录"
          okText="退出"
          danger
          done="已退出，对方要重新登录"
          initial={{}}
          onSubmit={() => endLogins(id)}
          onClose={() => setEnding(false)}
        >
          企业发现有人冒用账号、自己又不能处理时使用。请先确认是企业本人提出的。
        </FormDialog>
      )}
      {raised && <LevelDialog company={raised} onClose={() => setRaised(null)} />}
    </>
  )
}

const KINDS = (Object.keys(TIMELINE_KINDS) as TimelineKind[]).map((value) => ({
  value,
  label: TIMELINE_KINDS[value],
}))

/** The newest first; grows when its end comes into view. */
function Timeline({ id }: { id: number }) {
  const [params, change] = useAddress()
  const kind = KINDS.find(({ value }) => value === params.get('kind'))?.value
  const state = useStore($timeline)
  useEffect(() => {
    openTimeline(id, kind)
  }, [id, kind])
  const { items, next } = state
  const tail =
    state.status === 'ready'
      ? { status: 'ready' as const, items, total: items.length + (next === null ? 0 : 1) }
      : state
  return (
    <section aria-label="时间线" aria-busy={state.status === 'loading'}>
      <div className="desk-filters">
        <FilterSelect<TimelineKind>
          label="记录类型"
          all="全部记录"
          options={KINDS}
          value={kind}
          onChange={(value) => change({ kind: value })}
        />
      </div>
      {state.status === 'ready' && items.length === 0 && (
        <EmptyState subject="found">没有这种记录</EmptyState>
      )}
      <ol className="desk-line">
        {items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <ListTail state={tail} onMore={growTimeline} />
    </section>
  )
}

function Entry({ entry: { kind, at, title, text, href } }: { entry: TimelineEntry }) {
  return (
    <li>
      <time dateTime={at}>{formatMoment(at)}</time>
      <div>
        <small className="company-kind desk-soft">{TIMELINE_KINDS[kind]}</small>
        {href === null ? <b>{title}</b> : <a href={href}>{title}</a>}
        {text && <p>{text}</p>}
      </div>
    </li>
  )
}

/** A company gets another level, and is told. */
export function LevelDialog({ company, onClose }: { company: ListedCompany; onClose: () => void }) {
  const levels = useStore(packages.$state).page?.items ?? []
  return (
    <FormDialog<{ level: number; note?: string }>
      title={`调整“${company.name}”的等级`}
      okText="调整等级"
      done="等级已调整，并通知企业"
      initial={{ level: company.level }}
      onSubmit={({ level, note = '' }) => setCompanyLevel(company.id, level, note)}
      onClose={onClose}
    >
      <Form.Item name="level" label="企业等级" rules={[{ required: true, message: '请选择企业等级' }]}>
        <Select autoFocus options={levels.map(({ level, name }) => ({ value: level, label: name }))} />
      </Form.Item>
      <Form.Item name="note" label="给企业的说明（可不填）">
        <Input.TextArea rows={2} maxLength={LEVEL_NOTE_LIMIT} showCount />
      </Form.Item>
    </FormDialog>
  )
}
