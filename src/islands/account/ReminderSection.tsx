import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { DEFAULT_LEAD_DAYS } from '../../lib/contract/account/reminder.ts'
import {
  $muted,
  $mutedProblem,
  $reminders,
  $remindersSaid,
  changeReminder,
  openMuted,
  openReminders,
  showMoreMuted,
  toggleLead,
  unmute,
} from '../../lib/stores/company/reminders.ts'
import { SectionFrame } from './SectionFrame.tsx'
import './reminders.css'

/** Beside the usual ones. */
const MORE_LEAD_DAYS = [60, 1]

/** 提醒: for the whole company, except SMS, which everybody chooses for themselves. */
export function ReminderSection() {
  const state = useStore($reminders)
  const said = useStore($remindersSaid)
  const settings = state.status === 'ready' ? state.value : null
  const chosen = settings?.lead_days ?? []
  const offered = [...new Set([...DEFAULT_LEAD_DAYS, ...MORE_LEAD_DAYS, ...chosen])].sort((a, b) => b - a)
  return (
    <SectionFrame
      id="reminders"
      title="提醒"
      lead="提醒发到页头的消息里，同事都能看到。选好就保存。"
      state={state}
      onRetry={openReminders}
    >
      {settings && (
        <>
          <fieldset className="leads">
            <legend>关注的政策截止前多久提醒</legend>
            {offered.map((days) => (
              <label key={days} className="lead-day">
                <input
                  type="checkbox"
                  checked={chosen.includes(days)}
                  onChange={(event) => toggleLead(days, event.target.checked)}
                />
                {days} 天
              </label>
            ))}
          </fieldset>
          {chosen.length === 0 && <p className="company-soft">一个也没有选：截止前不会提醒。</p>}
          <Switch
            label="关注的政策有变化时告诉我们"
            help="申报时间、金额或者条件改了，消息里写明原来和现在的内容。"
            isOn={settings.changes}
            onChange={(changes) => changeReminder({ changes })}
          />
          <Switch
            label="有新政策与我们匹配时告诉我们"
            help="按企业档案和问卷的回答判断。"
            isOn={settings.matches}
            onChange={(matches) => changeReminder({ matches })}
          />
          <Switch
            label="截止提醒也发短信给我"
            help={
              settings.sms_available
                ? '只发到您登录的手机号，每天最多一条，上午 9 点后发出，当天没有政策需要提醒就不发。本站不收费，随时可以关闭。'
                : '本站暂未开通短信提醒。'
            }
            isOn={settings.sms}
            isLocked={!settings.sms_available && !settings.sms}
            onChange={(sms) => changeReminder({ sms })}
          />
          <p
            className={said?.tone === 'failed' ? 'company-failed' : 'company-saved'}
            role={said?.tone === 'failed' ? 'alert' : 'status'}
          >
            {said?.text}
          </p>
          <MutedList />
        </>
      )}
    </SectionFrame>
  )
}

interface SwitchProps {
  label: string
  help: string
  isOn: boolean
  isLocked?: boolean
  onChange: (isOn: boolean) => void
}

/** On or off, with what it means. */
function Switch({ label, help, isOn, isLocked = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch">
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-help`} className="company-soft">
        {help}
      </p>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isLocked}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}

/** Policies whose messages are switched off, each with a button to switch them on again. */
function MutedList() {
  const state = useStore($muted)
  const problem = useStore($mutedProblem)
  return (
    <>
      <h3>不再提醒的政策</h3>
      {state.status === 'loading' && <p className="company-soft">正在加载…</p>}
      {state.status === 'failed' && (
        <p className="company-failed" role="alert">
          {state.text}
          <button type="button" className="button" onClick={openMuted}>
            重试
          </button>
        </p>
      )}
      {state.status === 'ready' && state.value.items.length === 0 && (
        <p className="company-soft">没有。在消息里点“不再提醒”，政策就会列在这里，随时可以恢复。</p>
      )}
      {state.status === 'ready' && state.value.items.length > 0 && (
        <ul className="people muted">
          {state.value.items.map(({ id, title }) => (
            <li key={id}>
              <a href={`/review/${id}`}>{title}</a>
              <button type="button" className="button" onClick={() => unmute(id)}>
                恢复<span className="visually-hidden">提醒：{title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {state.status === 'ready' && state.value.hasMore && (
        <button type="button" className="button" onClick={showMoreMuted}>
          再看一些
        </button>
      )}
      {problem && (
        <p className="company-failed" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
