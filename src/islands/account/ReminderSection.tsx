import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { DEFAULT_LEAD_DAYS } from '../../lib/contract/account/reminder.ts'
import {
  CONDITION_LISTS,
  conditionPage,
  RHYTHM_WORDS,
  RHYTHMS,
  SAVED_SEARCHES_MAX,
  type SavedSearch,
} from '../../lib/contract/account/saved-search.ts'
import {
  $muted,
  $mutedSaid,
  $reminders,
  $remindersSaid,
  changeReminder,
  loadMoreMuted,
  openReminders,
  toggleLead,
  unmute,
} from '../../lib/stores/company/reminders.ts'
import {
  $savedSaid,
  $savedSearches,
  changeSaved,
  openSavedSearches,
  removeSaved,
  saveAgain,
} from '../../lib/stores/saved-searches.ts'
import { ListTail } from '../kit/ListTail.tsx'
import { offerUndo } from '../kit/toast.ts'
import { Said, SectionFrame, SectionPart } from './SectionFrame.tsx'
import { WaysTable } from './WaysTable.tsx'
import '../parts/question/question.css'
import './reminders.css'

const MORE_LEAD_DAYS = [60, 1]

/** 提醒: for the whole company, except the ways of notification, which are personal. */
export function ReminderSection() {
  const state = useStore($reminders)
  const said = useStore($remindersSaid)
  const settings = state.status === 'ready' ? state.value.settings : null
  const chosen = settings?.lead_days ?? []
  const offered = [...new Set([...DEFAULT_LEAD_DAYS, ...MORE_LEAD_DAYS, ...chosen])].sort((a, b) => b - a)
  return (
    <SectionFrame
      id="reminders"
      title="提醒"
      lead="提醒发送到页面顶部的“消息”，同事都能看到。选择后自动保存。"
      state={state}
      onRetry={openReminders}
    >
      {settings && (
        <div className="company-pair">
          <div>
            <fieldset className="wrap leads">
              <legend>关注和正在填写申报的政策，截止前多久提醒</legend>
              {offered.map((days) => (
                <label key={days} className="question-option">
                  <input
                    type="checkbox"
                    checked={chosen.includes(days)}
                    onChange={(event) => toggleLead(days, event.target.checked)}
                  />
                  {days} 天
                </label>
              ))}
            </fieldset>
            {chosen.length === 0 && <p className="soft">未选择提醒时间，截止前不提醒。</p>}
            <MutedList />
          </div>
          <div>
            <Switch
              label="关注的政策有变化时通知我"
              help="申报时间、金额或条件变动时，消息中列明变动前后的内容。"
              isOn={settings.changes}
              onChange={(changes) => changeReminder({ changes })}
            />
            <Switch
              label="有新的匹配政策时通知我"
              help="根据企业档案和问卷回答判断。"
              isOn={settings.matches}
              onChange={(matches) => changeReminder({ matches })}
            />
            <Said {...said} />
          </div>
        </div>
      )}
      {state.status !== 'failed' && <WaysTable />}
      <SavedList />
    </SectionFrame>
  )
}

function SavedList() {
  const state = useStore($savedSearches)
  const said = useStore($savedSaid)
  const count = state.status === 'ready' ? state.value.length : 0
  async function remove(item: SavedSearch) {
    if (await removeSaved(item.id)) offerUndo(`已删除订阅“${item.name}”`, () => saveAgain(item))
  }
  return (
    <div id="saved" className="saved" tabIndex={-1}>
      <SectionPart
        title="订阅的条件"
        lead={`每位同事各自订阅。在列表或搜索结果的上方点“订阅这个条件”添加，最多 ${SAVED_SEARCHES_MAX} 个${count > 0 ? `，已有 ${count} 个` : ''}。`}
        state={state}
        onRetry={openSavedSearches}
        said={said}
      >
        {(items) =>
          items.length > 0 && (
            <ul>
              {items.map((item) => (
                <SavedRow key={item.id} item={item} onDelete={remove} />
              ))}
            </ul>
          )
        }
      </SectionPart>
    </div>
  )
}

function SavedRow({ item, onDelete }: { item: SavedSearch; onDelete: (item: SavedSearch) => void }) {
  const { name, condition, rhythm, muted } = item
  return (
    <li className="wrap">
      <p>
        <a href={conditionPage(condition)}>{name}</a>{' '}
        <span className="soft">
          {CONDITION_LISTS[condition.list].title}
          {muted && '，不再提醒'}
        </span>
      </p>
      <div className="wrap">
        <select
          className="field"
          aria-label={`通知频率：${name}`}
          value={rhythm}
          onChange={(event) => {
            const chosen = RHYTHMS.find((each) => each === event.target.value)
            if (chosen) changeSaved({ ...item, rhythm: chosen })
          }}
        >
          {RHYTHMS.map((each) => (
            <option key={each} value={each}>
              {RHYTHM_WORDS[each]}
            </option>
          ))}
        </select>
        <button type="button" className="button" onClick={() => changeSaved({ ...item, muted: !muted })}>
          {muted ? '恢复提醒' : '不再提醒'}
          <span className="visually-hidden">：{name}</span>
        </button>
        <button type="button" className="button" onClick={() => onDelete(item)}>
          删除<span className="visually-hidden">订阅：{name}</span>
        </button>
      </div>
    </li>
  )
}

interface SwitchProps {
  label: string
  help: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Switch({ label, help, isOn, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch">
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-help`} className="soft">
        {help}
      </p>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}

function MutedList() {
  const state = useStore($muted)
  const said = useStore($mutedSaid)
  const rows = state.status === 'idle' ? [] : state.items
  // Several interpretations of one original are one policy here.
  const titles = new Map(rows.map(({ platform_policy_id: id, title }) => [id ?? 0, title]))
  return (
    <>
      <h3>不再提醒的政策</h3>
      {state.status === 'ready' && rows.length === 0 && (
        <p className="soft">暂无。在消息中点“不再提醒”的政策会列在这里，可随时恢复。</p>
      )}
      <ul className="people muted">
        {[...titles].map(([id, title]) => (
          <li key={id}>
            <a href={`/review/${id}`}>{title}</a>
            <button type="button" className="button" onClick={() => unmute(id)}>
              恢复<span className="visually-hidden">提醒：{title}</span>
            </button>
          </li>
        ))}
      </ul>
      {(rows.length === 0 || state.status !== 'loading') && <ListTail state={state} onMore={loadMoreMuted} />}
      {said && <Said {...said} />}
    </>
  )
}
