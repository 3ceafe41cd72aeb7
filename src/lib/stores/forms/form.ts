/** A form that belongs to no policy (贷款申请, 服务商入驻): what was typed, where it is kept, and what there is to say about it. */
import { atom } from 'nanostores'
import { newClientId } from '../../browser/client-id.ts'
import { dropHeldFiles } from '../../browser/held-files.ts'
import {
  dropKeptForm,
  type FormPlace,
  type KeptForm,
  keepForm,
  keepSentForm,
  readSentForm,
  type SentForm,
} from '../../browser/kept-form.ts'
import { tellTabs } from '../../browser/page-events.ts'
import type { FormDraft } from '../../contract/orders/form-draft.ts'
import type { Order } from '../../contract/orders/order.ts'
import { BLANK_FORM, type Problems, type TypedForm } from '../../forms/typed-form.ts'
import { sameContent } from '../../rules/orders/same-content.ts'
import type { Keeping } from '../keeping.ts'

export interface Form extends FormPlace {
  /** The same one twice is one application, however often it is sent. */
  clientId: string
  /** Of the account's draft as it was seen last, or of the application that is corrected; 0: there is none. */
  revision: number
  /** What the application that is corrected said in that revision. */
  base?: TypedForm | undefined
  content: TypedForm
}

export type FormState =
  /** `content`: what was typed before the drafts were there. */
  | { status: 'opening'; content: TypedForm }
  /** An application is to be corrected, and nobody is logged in. */
  | { status: 'locked'; content: TypedForm }
  | { status: 'writing'; form: Form }
  /** Until `isSending`, its files still go up, and one can go back to writing. */
  | { status: 'submitting'; form: Form; isSending: boolean }
  | { status: 'submitted'; sent: Pick<SentForm, 'poid' | 'receipt_no'>; here: boolean }
  /**
   * The application that was to be corrected is not the company's, or cannot be corrected. `kept`: what was written of the
   * correction on this device.
   */
  | { status: 'missing'; text: string; kept: Form | null }

export const $form = atom<FormState>({ status: 'opening', content: BLANK_FORM })
export const $formKeeping = atom<Keeping<FormDraft>>({ status: 'blank' })
export const $formProblems = atom<Problems>({})
/** Counts how often problems were looked for: then the first one gets the focus. */
export const $formChecks = atom(0)
export const $formNotice = atom<{ tone: 'error' | 'hint'; text: string } | null>(null)
/** What is consented to, never kept: each page begins without. */
export const $agreed = atom<readonly string[]>([])
/** Counts how often other words came in place of those that stood here, by other hands than the typing ones. */
export const $formReplacements = atom(0)
/** What this company sent last from this device. */
export const $sentBefore = atom<SentForm | null>(null)
/** False when this device cannot keep anything. */
export const $formKeepable = atom(true)

export function currentForm(state = $form.get()): Form | null {
  return state.status === 'writing' || state.status === 'submitting' ? state.form : null
}

/** What is typed, as far as the form has come. */
export function typedIn(state = $form.get()): TypedForm {
  if (state.status === 'opening' || state.status === 'locked') return state.content
  return currentForm(state)?.content ?? BLANK_FORM
}

/**
 * Neither version is lost, and nothing is handed in before one is chosen: what was about to be sent is written again.
 * What is on its way already says by its answer what the account has.
 */
export function askWhichHolds(theirs: FormDraft): void {
  const state = $form.get()
  if (state.status === 'submitting' && state.isSending) {
    $formKeeping.set({ status: 'device' })
    return
  }
  if (state.status === 'submitting') $form.set({ status: 'writing', form: state.form })
  $formKeeping.set({ status: 'conflict', theirs })
}

/** Resolves when the drafts have been read: what is pressed before waits for them. */
export function formOpened(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $form.subscribe(({ status }) => {
      if (status === 'opening') return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}

/** Changes the form that is being written; another one that was opened meanwhile is left alone. */
export function changeForm(clientId: string, change: Partial<Form>): void {
  const state = $form.get()
  const form = currentForm(state)
  if (form?.clientId === clientId) $form.set({ ...state, form: { ...form, ...change } } as FormState)
}

/** Puts the form on the device, from where a reload or another tab takes it. */
export function keepHere(form: Form, saved = false): void {
  const { clientId, revision, base, content } = form
  $formKeepable.set(keepForm(form, { client_id: clientId, revision, base, saved, content }))
  tellTabs('forms')
}

export function blankForm(place: FormPlace): Form {
  return { ...place, clientId: newClientId(), revision: 0, content: BLANK_FORM }
}

export function formFrom(place: FormPlace, { client_id, revision, base, content }: KeptForm): Form {
  return { ...place, clientId: client_id, revision, base, content }
}

export function isBlank({ texts, files }: TypedForm): boolean {
  return files.length === 0 && Object.values(texts).every((text) => text.trim() === '')
}

/** What was consented to, and what was found wrong, was said of the words before. */
export function noteReplaced(before: TypedForm, now: TypedForm): void {
  if (sameContent(saidIn(before), saidIn(now))) return
  $agreed.set([])
  $formProblems.set({})
  $formReplacements.set($formReplacements.get() + 1)
}

/** How far its files have come makes no difference. */
function saidIn({ texts, files }: TypedForm) {
  return { texts, files: files.map(({ slot, local_name }) => ({ slot, local_name })) }
}

/** It is handed in; the device remembers only that, and the other tabs should know. */
export function finishForm(
  form: Form,
  { id, receipt_no }: Pick<Order, 'id' | 'receipt_no'>,
  here: boolean,
): void {
  const sent = { poid: id, receipt_no: receipt_no ?? '' }
  keepSentForm(form.kind, {
    ...sent,
    client_id: form.clientId,
    company_id: form.companyId ?? 0,
    at: Date.now(),
  })
  // What this page had still to send was sent by another.
  dropHeldFiles(form.content.files.flatMap(({ held }) => held ?? []))
  dropKeptForm(form)
  $formKeeping.set({ status: 'blank' })
  $formNotice.set(null)
  $formProblems.set({})
  $agreed.set([])
  $form.set({ status: 'submitted', sent, here })
  tellTabs('forms')
  tellTabs('orders')
}

/** What was sent under the form's own number, by this page or another. */
export function sentUnder({ kind, clientId }: Form): SentForm | undefined {
  const sent = readSentForm(kind)
  return sent?.client_id === clientId ? sent : undefined
}

export function sayOfForm(text: string, tone: 'error' | 'hint' = 'error'): void {
  $formNotice.set({ tone, text })
}

export function agree(name: string, isAgreed: boolean): void {
  const others = $agreed.get().filter((each) => each !== name)
  $agreed.set(isAgreed ? [...others, name] : others)
  clearProblems([name])
}

export function showProblems(problems: Problems): void {
  $formProblems.set(problems)
  $formChecks.set($formChecks.get() + 1)
}

export function clearProblems(names: readonly string[]): void {
  const problems = Object.entries($formProblems.get()).filter(([name]) => !names.includes(name))
  $formProblems.set(Object.fromEntries(problems))
  // It counted the problems, and there is none left.
  if (problems.length === 0 && $formNotice.get()?.tone === 'error') $formNotice.set(null)
}
