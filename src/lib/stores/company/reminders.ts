/** Reminders of the company, muted policies, and the person's ways of notification. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import {
  changeReminders,
  LEADS_MAX,
  type ReminderSettings,
  readReminders,
} from '../../contract/account/reminder.ts'
import {
  beginWeChatBinding,
  bindWeChat,
  changeMailAddress,
  changeWay,
  type NewsKind,
  readWays,
  removeWay,
  stopMails,
  type ToldWays,
  verifyMailAddress,
  type Way,
} from '../../contract/account/ways.ts'
import { followPolicy, listPlatformPolicies } from '../../contract/policies/platform-policy.ts'
import { loadSection, type Section } from '../kit/section.ts'
import { askAgainIfSessionEnded } from '../login.ts'

type Choice = Partial<ReminderSettings>

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

/** Shows the choice at once and reverts it on failure; one after the other. */
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
  id: number
  title: string
}

interface MutedPolicies {
  items: readonly MutedPolicy[]
  /** More pages exist. */
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

export async function unmute(id: number): Promise<void> {
  $mutedProblem.set(null)
  try {
    await ask(followPolicy, { params: { id } })
    notifyTabs('company')
  } catch (error) {
    if (askAgainIfSessionEnded(error)) return
    $mutedProblem.set(explainError(error))
  }
  await openMuted()
}

/** Several items of one original are one policy here. */
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

export const $ways = atom<Section<ToldWays>>({ status: 'loading' })

export const $waysSaid = atom<{ tone: 'saved' | 'failed'; text: string } | null>(null)

export function openWays(): Promise<void> {
  return loadSection($ways, async () => (await ask(readWays, {})).data)
}

export function closeWays(): void {
  $ways.set({ status: 'loading' })
  $waysSaid.set(null)
}

export function switchWay(kind: NewsKind, way: Way, on: boolean): Promise<boolean> {
  const state = $ways.get()
  if (state.status === 'ready') {
    const others = state.value.on.filter((each) => each.kind !== kind || each.way !== way)
    $ways.set({ status: 'ready', value: { ...state.value, on: on ? [...others, { kind, way }] : others } })
  }
  return changeWays(() => ask(changeWay, { body: { kind, way, on } }), '已保存')
}

export function sendMailCode(address: string): Promise<boolean> {
  return changeWays(() => ask(changeMailAddress, { body: { address } }), '验证邮件已发出，请查收')
}

export function verifyMail(code: string): Promise<boolean> {
  return changeWays(() => ask(verifyMailAddress, { body: { code } }), '邮箱已验证')
}

export function removeMail(): Promise<boolean> {
  return changeWays(() => ask(removeWay, { params: { way: 'mail' } }), '已删除邮箱')
}

export function unbindWeChatAccount(): Promise<boolean> {
  return changeWays(() => ask(removeWay, { params: { way: 'wechat' } }), '已解除绑定')
}

/** Leaves for WeChat's page, which returns with the parameters for `finishWeChatBinding`. */
export async function goToWeChatBinding(): Promise<void> {
  try {
    location.href = (await ask(beginWeChatBinding, {})).url
  } catch (error) {
    tellWaysFailure(error)
  }
}

export async function finishWeChatBinding(): Promise<void> {
  const { searchParams } = new URL(location.href)
  const [code, state] = [searchParams.get('code'), searchParams.get('state')]
  if (code === null || state === null) return
  history.replaceState(null, '', '/account#reminders')
  await changeWays(() => ask(bindWeChat, { body: { code, state } }), '微信已绑定')
}

/** The token from a mail's link, until the person decides whether to stop mails. */
export const $stopToken = atom<string | null>(null)

export async function stopAllMails(token: string): Promise<string | undefined> {
  try {
    await ask(stopMails, { query: { token } })
  } catch (error) {
    return explainError(error)
  }
  if ($ways.get().status === 'ready') await openWays()
  return undefined
}

let changing: Promise<unknown> = Promise.resolve()

/** Sequential, so that the last answer is the newest. */
function changeWays(act: () => Promise<{ data: ToldWays }>, words: string): Promise<boolean> {
  $waysSaid.set(null)
  const done = changing.then(async () => {
    try {
      const { data } = await act()
      $ways.set({ status: 'ready', value: data })
      $waysSaid.set({ tone: 'saved', text: words })
      notifyTabs('company')
      return true
    } catch (error) {
      tellWaysFailure(error)
      await openWays()
      return false
    }
  })
  changing = done
  return done
}

function tellWaysFailure(error: unknown): void {
  const why = askAgainIfSessionEnded(error) ? '登录已过期，登录后请再试一次' : explainError(error)
  $waysSaid.set({ tone: 'failed', text: `保存失败：${why}` })
}
