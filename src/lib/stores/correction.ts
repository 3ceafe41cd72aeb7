/** 内容纠错: a typed report stays on this device until the operators have it. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { newClientId } from '../browser/client-id.ts'
import { kept } from '../browser/kept/kept.ts'
import { type CorrectionForm, sendCorrection } from '../contract/policies/correction.ts'
import { logInFirst } from './log-in-first.ts'
import { handleSessionEnd } from './session.ts'

type CorrectionState =
  | { status: 'editing' }
  | { status: 'sending' }
  | { status: 'sent' }
  | { status: 'failed'; text: string }

export type CorrectionTarget = Pick<CorrectionForm, 'kind' | 'page_id'>

const draft = v.object({
  text: v.string(),
  source: v.string(),
  /** Prevents a duplicate when a report is sent again after a lost answer. */
  clientId: v.string(),
})
const keptDrafts = kept('correction', draft)

export type CorrectionDraft = v.InferOutput<typeof draft>

export const $correction = atom<CorrectionState>({ status: 'editing' })

export function readDraft({ kind, page_id }: CorrectionTarget): CorrectionDraft {
  return keptDrafts.read(kind, page_id) ?? { text: '', source: '', clientId: newClientId() }
}

export function keepDraft({ kind, page_id }: CorrectionTarget, typed: CorrectionDraft): void {
  keptDrafts.keep(typed, kind, page_id)
}

export function startOver(): void {
  $correction.set({ status: 'editing' })
}

export async function sendReport(target: CorrectionTarget, typed: CorrectionDraft): Promise<void> {
  if ($correction.get().status === 'sending') return
  const text = typed.text.trim()
  const source = typed.source.trim()
  if (text === '') {
    $correction.set({ status: 'failed', text: '请填写错误说明' })
    return
  }
  if (!(await logInFirst())) return
  $correction.set({ status: 'sending' })
  try {
    const body = { ...target, text, ...(source && { source }), client_id: typed.clientId }
    await ask(sendCorrection, { body })
    keptDrafts.drop(target.kind, target.page_id)
    $correction.set({ status: 'sent' })
  } catch (error) {
    const ended = handleSessionEnd(error)
    $correction.set({ status: 'failed', text: ended ? '登录已过期，请重新登录后提交' : explainError(error) })
  }
}
