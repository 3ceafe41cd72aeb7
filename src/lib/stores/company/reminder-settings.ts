/** What the company and the person are reminded of; every choice is saved at once. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { tellTabs } from '../../browser/page-events.ts'
import {
  changeReminders,
  LEADS_MAX,
  type ReminderSettings,
  readReminders,
} from '../../contract/account/reminder.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { loadSection, type Section } from '../section.ts'

type Choice = Partial<Omit<ReminderSettings, 'sms_available'>>

export const $reminders = atom<Section<ReminderSettings>>({ status: 'loading' })
export const $remindersSaid = atom<{ tone: 'saved' | 'failed'; text: string } | null>(null)

let saving = Promise.resolve()

export function openReminders(): Promise<void> {
  return loadSection($reminders, async () => (await ask(readReminders, {})).settings)
}

export function closeReminders(): void {
  $reminders.set({ status: 'loading' })
  $remindersSaid.set(null)
}

export function toggleLead(days: number, isWanted: boolean): Promise<void> {
  const state = $reminders.get()
  if (state.status !== 'ready') return Promise.resolve()
  const others = state.value.lead_days.filter((each) => each !== days)
  if (isWanted && others.length >= LEADS_MAX) {
    $remindersSaid.set({ tone: 'failed', text: `最多选 ${LEADS_MAX} 个提醒时间，请先取消一个` })
    return Promise.resolve()
  }
  const lead_days = isWanted ? [...others, days].sort((a, b) => b - a) : others
  return changeReminder({ lead_days })
}

/** Shows the choice at once and takes it back when it could not be saved; one after the other. */
export function changeReminder(choice: Choice): Promise<void> {
  const before = $reminders.get()
  if (before.status !== 'ready') return Promise.resolve()
  $reminders.set({ status: 'ready', value: { ...before.value, ...choice } })
  $remindersSaid.set(null)
  saving = saving.then(() => save(choice, before.value))
  return saving
}

async function save(choice: Choice, before: ReminderSettings): Promise<void> {
  try {
    await ask(changeReminders, { body: choice })
    $remindersSaid.set({ tone: 'saved', text: '已保存' })
    tellTabs('company')
  } catch (error) {
    const state = $reminders.get()
    const taken = Object.keys(choice) as (keyof Choice)[]
    const back = Object.fromEntries(taken.map((key) => [key, before[key]]))
    if (state.status === 'ready') $reminders.set({ status: 'ready', value: { ...state.value, ...back } })
    const why = askAgainIfSessionEnded(error) ? '登录已过期，登录后请再选一次' : explainError(error)
    $remindersSaid.set({ tone: 'failed', text: `没有保存成功：${why}` })
  }
}
