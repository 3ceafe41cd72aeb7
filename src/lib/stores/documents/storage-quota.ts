/** A company's level, and what it may store and uses: the same in all tabs. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { onceASecond } from '../../browser/once-a-second.ts'
import { notifyTabs, onTabsNotified } from '../../browser/page-events.ts'
import { together } from '../../browser/together.ts'
import { readCompanyGuide } from '../../contract/account/company-guide.ts'
import { BYTES_PER_MB } from '../../rules/files/storage-units.ts'
import { handleSessionEnd, onAccountEnd } from '../session.ts'

export interface Quota {
  companyId: number
  level: number
  levelName: string
  usedBytes: number
  /** Reserved for uploads that have not ended: they count as used until these are abandoned. */
  reservedBytes: number
  limitBytes: number
}

type QuotaState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'ready'; quota: Quota }
  | { status: 'failed'; text: string }

export const $quota = atom<QuotaState>({ status: 'idle' })

/** Whether the person is being told that there is no room (behaviour B9.4). */
export const $isQuotaFull = atom(false)

let asking: Promise<Quota> | undefined
/** Something has changed since the question: its answer may be older. */
let isOld = false

/**
 * Reads the quota anew, and once more if somebody asks for that meanwhile; what is shown stays until the answer comes.
 * Undefined: it could not be read; the state says why.
 */
export function refreshQuota(): Promise<Quota | undefined> {
  isOld = true
  return askQuota().catch(() => undefined)
}

/** The quota as this page has it, read if it has none. Undefined: it could not be read. */
export function loadQuota(): Promise<Quota | undefined> {
  return requireQuota().catch(() => undefined)
}

/** The quota as this page has it, read if it has none. @throws ApiError */
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
      reservedBytes: company_privilege.file_storage_reserved * BYTES_PER_MB,
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

/** A change of files was answered with what is used now. The other tabs read it, and the files, anew. */
export function setUsedBytes(usedBytes: number): void {
  isOld = true
  const state = $quota.get()
  if (state.status === 'ready') $quota.set({ ...state, quota: { ...state.quota, usedBytes } })
  refreshReserved()
  notifyTabs('documents')
}

/** Call it when bytes that were reserved for an upload are free again. */
const readReserved = onceASecond(refreshQuota)
export function refreshReserved(): void {
  const state = $quota.get()
  if (state.status === 'ready' && state.quota.reservedBytes > 0) readReserved()
}

/** Refuses to choose files when the quota is used up (behaviour B9.3). Reads it anew before it refuses. */
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

/**
 * Reads the quota again when another tab changes files, and when the person comes back: a level may have been raised.
 */
export function followQuota(): () => void {
  const read = () => {
    if ($quota.get().status === 'ready') refreshQuota()
  }
  return together(onTabsNotified('documents', read), onReturn(read))
}

/** Runs `react` when the person comes back to the page: from another tab, or from a page that was opened after it. */
function onReturn(react: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const shown = () => document.visibilityState === 'visible' && react()
  document.addEventListener('visibilitychange', shown, { signal })
  document.defaultView?.addEventListener('pageshow', ({ persisted }) => persisted && react(), { signal })
  return () => ended.abort()
}
