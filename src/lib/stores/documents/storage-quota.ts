/** A company's level, and its limit and use of storage: equal in all tabs. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { notifyTabs, onTabsNotified } from '../../browser/page-events.ts'
import { together } from '../../browser/together.ts'
import { readCompanyGuide } from '../../contract/account/company-guide.ts'
import { BYTES_PER_MB } from '../../rules/files/storage-units.ts'
import { onAccountEnd } from '../account-end.ts'
import { handleSessionEnd } from '../session.ts'

export interface Quota {
  companyId: number
  level: number
  levelName: string
  usedBytes: number
  limitBytes: number
}

type QuotaState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'ready'; quota: Quota }
  | { status: 'failed'; text: string }

export const $quota = atom<QuotaState>({ status: 'idle' })

export const $isQuotaFull = atom(false)

let asking: Promise<Quota> | undefined
/** A change since the request: its answer may be outdated. */
let isOld = false

/** Reads again after requests meanwhile; the shown values stay until the answer. */
export function refreshQuota(): Promise<Quota | undefined> {
  isOld = true
  return askQuota().catch(() => undefined)
}

export function loadQuota(): Promise<Quota | undefined> {
  return requireQuota().catch(() => undefined)
}

export async function requireQuota(): Promise<Quota> {
  const state = $quota.get()
  return state.status === 'ready' ? state.quota : askQuota()
}

function askQuota(): Promise<Quota> {
  asking ??= readUntilNew().finally(() => {
    asking = undefined
  })
  return asking
}

async function readUntilNew(): Promise<Quota> {
  for (;;) {
    isOld = false
    const quota = await readQuota()
    if (!isOld) return quota
  }
}

async function readQuota(): Promise<Quota> {
  if ($quota.get().status !== 'ready') $quota.set({ status: 'loading' })
  try {
    const { result } = await ask(readCompanyGuide, {})
    const { company_id, privilege, company_privilege } = result
    const limit = privilege.privileges.find(({ name }) => name === 'file_storage')?.limit ?? 0
    const quota = {
      companyId: company_id,
      level: privilege.level,
      levelName: privilege.name,
      usedBytes: company_privilege.file_storage * BYTES_PER_MB,
      limitBytes: limit * BYTES_PER_MB,
    }
    if (!isOld) $quota.set({ status: 'ready', quota })
    return quota
  } catch (error) {
    handleSessionEnd(error)
    if ($quota.get().status !== 'ready') $quota.set({ status: 'failed', text: explainError(error) })
    throw error
  }
}

export function setUsedBytes(usedBytes: number): void {
  isOld = true
  const state = $quota.get()
  if (state.status === 'ready') $quota.set({ ...state, quota: { ...state.quota, usedBytes } })
  notifyTabs('documents')
}

export async function refuseWhenFull(): Promise<boolean> {
  if (isFull()) await refreshQuota()
  if (isFull()) $isQuotaFull.set(true)
  return isFull()
}

function isFull(): boolean {
  const state = $quota.get()
  return state.status === 'ready' && state.quota.limitBytes <= state.quota.usedBytes
}

export function forgetQuota(): void {
  $quota.set({ status: 'idle' })
}
onAccountEnd(forgetQuota)

/** Also when the person returns: a level may have been raised. */
export function followQuota(): () => void {
  const read = () => {
    if ($quota.get().status === 'ready') refreshQuota()
  }
  return together(onTabsNotified('documents', read), onReturn(read))
}

function onReturn(react: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const shown = () => document.visibilityState === 'visible' && react()
  document.addEventListener('visibilitychange', shown, { signal })
  document.defaultView?.addEventListener('pageshow', ({ persisted }) => persisted && react(), { signal })
  return () => ended.abort()
}
