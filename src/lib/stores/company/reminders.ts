/** What the company and the person are reminded of, and which followed policies they want no messages about. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import {
  changeReminders,
  LEADS_MAX,
  mutePolicy,
  type ReminderSettings,
  readReminders,
} from '../../contract/account/reminder.ts'
import { listPlatformPolicies } from '../../contract/policies/platform-policy.ts'
import { loadSection, type Section } from '../kit/section.ts'
import { askAgainIfSessionEnded } from '../login.ts'

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
    notifyTabs('company')
  } catch (error) {
    const state = $reminders.get()
    const taken = Object.keys(choice) as (keyof Choice)[]
    const back = Object.fromEntries(taken.map((key) => [key, before[key]]))
    if (state.status === 'ready') $reminders.set({ status: 'ready', value: { ...state.value, ...back } })
    const why = askAgainIfSessionEnded(error) ? '登录已过期，登录后请再选一次' : explainError(error)
    $remindersSaid.set({ tone: 'failed', text: `保存失败：${why}` })
  }
}

interface MutedPolicy {
  /** Page id of the original. */
  id: number
  title: string
}

interface MutedPolicies {
  items: readonly MutedPolicy[]
  /** Pages that are not read yet. */
  hasMore: boolean
}

export const $muted = atom<Section<MutedPolicies>>({ status: 'loading' })

export const $mutedProblem = atom<string | null>(null)

let pagesShown = 1

export function openMuted(): Promise<void> {
  return loadSection($muted, readPages)
}

export function showMoreMuted(): Promise<void> {
  pagesShown += 1
  return openMuted()
}

export function closeMuted(): void {
  pagesShown = 1
  $muted.set({ status: 'loading' })
  $mutedProblem.set(null)
}

/** Messages about it again. */
export async function unmute(id: number): Promise<void> {
  $mutedProblem.set(null)
  try {
    await ask(mutePolicy, { params: { id }, body: { muted: false } })
    notifyTabs('company')
  } catch (error) {
    if (askAgainIfSessionEnded(error)) return
    $mutedProblem.set(explainError(error))
  }
  await openMuted()
}

/** One original may have several items, and is one policy here. */
async function readPages(): Promise<MutedPolicies> {
  const items = new Map<number, MutedPolicy>()
  let pages = 1
  for (let page = 1; page <= Math.min(pages, pagesShown); page += 1) {
    const { result } = await ask(listPlatformPolicies, { query: { type: 'muted', page } })
    pages = result.pages
    for (const { platform_policy_id: id, title } of result.items) {
      if (id !== null && !items.has(id)) items.set(id, { id, title })
    }
  }
  return { items: [...items.values()], hasMore: pages > pagesShown }
}
