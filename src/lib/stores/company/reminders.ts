/** Reminders of the company, muted policies, and the person's ways of notification. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import {
  changeReminders,
  LEADS_MAX,
  type ReminderSettings,
  readReminders,
} from '../../contract/account/reminder.ts'
import { type NewsKind, setUpWay, stopMails, type ToldWays, type Way } from '../../contract/account/ways.ts'
import {
  followPolicy,
  listPlatformPolicies,
  PLATFORM_POLICIES_PER_PAGE,
} from '../../contract/policies/platform-policy.ts'
import { growList } from '../kit/growing-list.ts'
import { createChanges, createSection } from '../kit/section.ts'

const reminders = createSection(() => ask(readReminders, {}))
const ways = createChanges(reminders.open)

export const { $value: $reminders, $said: $remindersSaid, open: openReminders } = reminders
export const { $said: $waysSaid } = ways

export function closeReminders(): void {
  reminders.close()
  $waysSaid.set(null)
}

function show(change: Partial<ReminderSettings>, data?: ToldWays): void {
  const state = $reminders.get()
  if (state.status !== 'ready') return
  const settings = { ...state.value.settings, ...change }
  reminders.show({ settings, data: data ?? state.value.data })
}

const SAVING = { done: '已保存', failed: '保存失败：' }

export async function toggleLead(days: number, isWanted: boolean): Promise<void> {
  const state = $reminders.get()
  if (state.status !== 'ready') return
  const others = state.value.settings.lead_days.filter((each) => each !== days)
  if (isWanted && others.length >= LEADS_MAX) {
    $remindersSaid.set({ tone: 'failed', text: `最多选 ${LEADS_MAX} 个提醒时间，请先取消一个` })
    return
  }
  const lead_days = isWanted ? [...others, days].sort((a, b) => b - a) : others
  await changeReminder({ lead_days })
}

/** Shows the choice at once, and reverts it on failure. */
export async function changeReminder(choice: Partial<ReminderSettings>): Promise<void> {
  const before = $reminders.get()
  if (before.status !== 'ready') return
  show(choice)
  if (await reminders.change(() => ask(changeReminders, { body: choice }), SAVING)) return
  const names = Object.keys(choice) as (keyof ReminderSettings)[]
  show(Object.fromEntries(names.map((name) => [name, before.value.settings[name]])))
}

const muted = growList({
  fetchPage: async (page) => (await ask(listPlatformPolicies, { query: { type: 'muted', page } })).result,
  perPage: PLATFORM_POLICIES_PER_PAGE,
  keyOf: ({ platform_policy_id, item_id }) => `${platform_policy_id}-${item_id}`,
})

const mutedChanges = createChanges(() => muted.refresh())

export const { $list: $muted, more: loadMoreMuted, refresh: refreshMuted } = muted
export const { $said: $mutedSaid } = mutedChanges

export function closeMuted(): void {
  muted.forget()
  $mutedSaid.set(null)
}

export function unmute(id: number): Promise<boolean> {
  return mutedChanges.change(async () => {
    await ask(followPolicy, { params: { id } })
    await muted.refresh()
  })
}

/** Shows the choice at once; a failure reads the account's again. */
export function switchWay(kind: NewsKind, way: Way, on: boolean): Promise<boolean> {
  const state = $reminders.get()
  if (state.status === 'ready') {
    const { data } = state.value
    const others = data.on.filter((each) => each.kind !== kind || each.way !== way)
    show({}, { ...data, on: on ? [...others, { kind, way }] : others })
  }
  return changeWays(() => ask(changeReminders, { body: { told: { kind, way, on } } }), '已保存')
}

export function sendMailCode(address: string): Promise<boolean> {
  return changeWays(() => ask(setUpWay, { body: { way: 'mail', address } }), '验证邮件已发出，请查收')
}

export function verifyMail(code: string): Promise<boolean> {
  return changeWays(() => ask(setUpWay, { body: { way: 'mail', code } }), '邮箱已验证')
}

export function removeMail(): Promise<boolean> {
  return changeWays(() => ask(setUpWay, { body: { way: 'mail', address: null } }), '已删除邮箱')
}

export function unbindWeChatAccount(): Promise<boolean> {
  return changeWays(() => ask(setUpWay, { body: { way: 'wechat', code: null } }), '已解除绑定')
}

/** Leaves for WeChat's page, which returns with the parameters for `finishWeChatBinding`. */
export function goToWeChatBinding(): Promise<boolean> {
  return ways.change(
    async () => {
      const { consent } = (await ask(readReminders, {})).data.ways.wechat
      if (consent !== null) location.href = consent
    },
    { failed: SAVING.failed },
  )
}

/** Removes WeChat's parameters from the address, and binds. */
export async function finishWeChatBinding(): Promise<void> {
  const { searchParams } = new URL(location.href)
  const [code, state] = [searchParams.get('code'), searchParams.get('state')]
  if (code === null || state === null) return
  history.replaceState(null, '', '/account#reminders')
  await changeWays(() => ask(setUpWay, { body: { way: 'wechat', code, state } }), '微信已绑定')
}

/** The token from a mail's link, until the person decides whether to stop mails. */
export const $stopToken = atom<string | null>(null)

export async function stopAllMails(token: string): Promise<string | undefined> {
  try {
    await ask(stopMails, { query: { token } })
  } catch (error) {
    return explainError(error)
  }
  if ($reminders.get().status === 'ready') await openReminders()
  return undefined
}

function changeWays(act: () => Promise<{ data: ToldWays }>, done: string): Promise<boolean> {
  return ways.change(
    async () => {
      const { data } = await act()
      if ($reminders.get().status === 'ready') show({}, data)
      else await openReminders()
    },
    { ...SAVING, done },
  )
}
