/** 内容纠错: what a reader types about an error stays on this device until the operators have it. */
import { atom } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { newClientId } from '../browser/client-id.ts'
import { type CorrectionForm, sendCorrection } from '../contract/policies/correction.ts'
import { endedByRefusal, ensureLoggedIn } from './session.ts'

export type CorrectionState =
  | { status: 'editing' }
  | { status: 'sending' }
  /** `told`: the outcome comes to the messages. */
  | { status: 'sent'; told: boolean }
  | { status: 'failed'; text: string }

/** The page that the report is about. */
export type CorrectionTarget = Pick<CorrectionForm, 'kind' | 'page_id'>

export interface CorrectionDraft {
  text: string
  source: string
  /** Of this report: sending it again after a lost answer makes no second one. */
  clientId: string
}

export const $correction = atom<CorrectionState>({ status: 'editing' })

const keyOf = ({ kind, page_id }: CorrectionTarget) => `correction:${kind}:${page_id}`

const newDraft = (): CorrectionDraft => ({ text: '', source: '', clientId: newClientId() })

export function readDraft(target: CorrectionTarget): CorrectionDraft {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(target)) ?? 'null') as Partial<CorrectionDraft> | null
    const { text, source, clientId } = kept ?? {}
    if (typeof text === 'string' && typeof source === 'string' && typeof clientId === 'string') {
      return { text, source, clientId }
    }
  } catch {
    // What cannot be read counts as not written.
  }
  return newDraft()
}

export function keepDraft(target: CorrectionTarget, draft: CorrectionDraft): void {
  try {
    localStorage.setItem(keyOf(target), JSON.stringify(draft))
  } catch {
    // The form itself still has it.
  }
}

/** A new report about the same page. */
export function startOver(): void {
  $correction.set({ status: 'editing' })
}

/** Sends a report; the login overlay opens for who is not logged in, and what was typed stays. */
export async function sendReport(target: CorrectionTarget, draft: CorrectionDraft): Promise<void> {
  if ($correction.get().status === 'sending') return
  const text = draft.text.trim()
  const source = draft.source.trim()
  if (text === '') {
    $correction.set({ status: 'failed', text: '请填写错误说明' })
    return
  }
  if (!(await ensureLoggedIn())) return
  $correction.set({ status: 'sending' })
  try {
    const body = { ...target, text, ...(source && { source }), client_id: draft.clientId }
    const { data } = await ask(sendCorrection, { body })
    localStorage.removeItem(keyOf(target))
    $correction.set({ status: 'sent', told: data.told })
  } catch (error) {
    const ended = endedByRefusal(error)
    $correction.set({ status: 'failed', text: ended ? '登录已过期，请重新登录后提交' : explainError(error) })
  }
}
