/** Followed policies that the company wants no messages about. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { tellTabs } from '../../browser/page-events.ts'
import { mutePolicy } from '../../contract/account/reminder.ts'
import { listPlatformPolicies } from '../../contract/policies/platform-policy.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { loadSection, type Section } from '../section.ts'

export interface MutedPolicy {
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
    tellTabs('company')
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
