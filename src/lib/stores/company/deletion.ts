/** The end of the company: asked for with a week's grace, and taken back. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { tellTabs } from '../../browser/page-events.ts'
import {
  cancelDeletion,
  type Deletion,
  readDeletion,
  requestDeletion,
} from '../../contract/account/company-data.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { loadSection, type Section } from '../section.ts'

export const $deletion = atom<Section<Deletion | null>>({ status: 'loading' })
export const $deletionProblem = atom<string | null>(null)

export function openDeletion(): Promise<void> {
  return loadSection($deletion, async () => (await ask(readDeletion, {})).deletion)
}

export function closeDeletion(): void {
  $deletion.set({ status: 'loading' })
  $deletionProblem.set(null)
}

/** True when the company is to be deleted then. */
export function requestEnd(): Promise<boolean> {
  return act(async () => (await ask(requestDeletion, {})).deletion)
}

export function cancelEnd(): Promise<boolean> {
  return act(async () => {
    await ask(cancelDeletion, {})
    return null
  })
}

async function act(step: () => Promise<Deletion | null>): Promise<boolean> {
  $deletionProblem.set(null)
  try {
    $deletion.set({ status: 'ready', value: await step() })
    tellTabs('company')
    return true
  } catch (error) {
    $deletionProblem.set(askAgainIfSessionEnded(error) ? '登录已过期，登录后请再试一次' : explainError(error))
    return false
  }
}
