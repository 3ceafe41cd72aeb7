/** The state of a form on the page: text, storage and messages. */
import { atom } from 'nanostores'
import type * as v from 'valibot'
import { newClientId } from '../../browser/client-id.ts'
import {
  type DraftPlace,
  dropKeptDraft,
  type KeptDraft,
  keepDraft,
  type OtherVersion,
  readKeptDraft,
} from '../../browser/kept/kept-drafts.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import type { Problems } from '../../forms/typed-form.ts'
import { sameContent } from '../../rules/orders/same-content.ts'

export interface Form<Content> extends DraftPlace {
  /** Two submissions with the same id are one application. */
  clientId: string
  orderId?: number | undefined
  revision: number
  orderRevision?: number | undefined
  base?: Content | undefined
  typedAt: number
  other?: OtherVersion<Content> | undefined
  content: Content
}

type FormState<Content, Sent> =
  /** `content`: typed before the drafts were loaded. */
  | { status: 'opening'; content: Content }
  /** An amendment without a login. */
  | { status: 'locked'; content: Content }
  | { status: 'writing'; form: Form<Content> }
  /** While `isSending` is false, the person can return to writing. */
  | { status: 'submitting'; form: Form<Content>; isSending: boolean }
  /** `here`: by this page, just now. */
  | { status: 'submitted'; sent: Sent; here: boolean }
  /** The application that was to be amended is not the company's, or cannot be amended. */
  | { status: 'missing'; text: string }
  /** The application to amend could not be loaded; a retry is possible. */
  | { status: 'unread'; text: string }

export type DraftSync =
  | { status: 'blank' }
  | { status: 'device' }
  | { status: 'saving' }
  | { status: 'account' }
  | { status: 'failed'; text: string }

/** A draft in the account. `Saved`: the part of the content that the account accepts. */
export interface AccountDraft<Saved> {
  id?: number | undefined
  client_id: string
  revision: number
  gmt_modified: string
  content: Saved
}

interface DraftFormBinding<Content, Sent> {
  schema: v.GenericSchema<unknown, Content>
  blank: () => Content
  isBlank: (content: Content) => boolean
  /** The part of the content that people read, if not all. */
  shownIn?: (content: Content) => unknown
  /** Shown when another tab edits as well; without it, this tab shows the same text. */
  ownGoOn?: string
  onFinished?: (form: Form<Content>, sent: Sent) => void
}

export type DraftForm<Content, Sent> = ReturnType<typeof createDraftForm<Content, Sent>>

export function createDraftForm<Content, Sent>(binding: DraftFormBinding<Content, Sent>) {
  const $form = atom<FormState<Content, Sent>>({ status: 'opening', content: binding.blank() })
  const $sync = atom<DraftSync>({ status: 'blank' })
  const $problems = atom<Problems>({})
  /** Counts the checks: each focuses the first problem. */
  const $checks = atom(0)
  const $notice = atom<{ tone: 'error' | 'hint'; text: string } | null>(null)
  /** Consents, never stored: each page begins without. */
  const $agreed = atom<readonly string[]>([])
  /** Counts replacements of the text by other sources than typing. */
  const $replacements = atom(0)
  const $keepable = atom(true)
  /** Resolves when the new person's account draft is in the form. */
  const account: { met: Promise<unknown> } = { met: Promise.resolve() }

  function currentForm(state = $form.get()): Form<Content> | null {
    return state.status === 'writing' || state.status === 'submitting' ? state.form : null
  }

  function typedIn(state = $form.get()): Content {
    if (state.status === 'opening' || state.status === 'locked') return state.content
    return currentForm(state)?.content ?? binding.blank()
  }

  function formOpened(): Promise<void> {
    return new Promise((resolve) => {
      const stop = $form.subscribe(({ status }) => {
        if (status === 'opening') return
        queueMicrotask(() => stop())
        resolve()
      })
    })
  }

  /** Changes the form if it is still the open one. */
  function changeForm(clientId: string, change: Partial<Form<Content>>): void {
    const state = $form.get()
    const form = currentForm(state)
    if (form?.clientId !== clientId) return
    $form.set({ ...state, form: { ...form, ...change } } as FormState<Content, Sent>)
  }

  function saveLocally(form: Form<Content>, saved = false): void {
    const { clientId: client_id, orderId: order_id, orderRevision: order_revision, typedAt: typed_at } = form
    const { revision, base, other, content } = form
    const ids = { client_id, order_id, revision, order_revision }
    $keepable.set(keepDraft(form, { ...ids, base, typed_at, other, saved, content }))
    notifyTabs('forms')
  }

  function keptAt(place: DraftPlace): KeptDraft<Content> | undefined {
    return readKeptDraft(place, binding.schema)
  }

  function blankForm({ kind, companyId, itemId, poid }: DraftPlace): Form<Content> {
    const clientId = newClientId()
    return { kind, companyId, itemId, poid, clientId, revision: 0, typedAt: 0, content: binding.blank() }
  }

  function formFrom({ kind, companyId, itemId, poid }: DraftPlace, kept: KeptDraft<Content>): Form<Content> {
    const { client_id: clientId, order_id: orderId, order_revision: orderRevision, typed_at: typedAt } = kept
    const { revision, base, other, content } = kept
    const ids = { clientId, orderId, revision, orderRevision }
    return { kind, companyId, itemId, poid, ...ids, base, typedAt, other, content }
  }

  /** Consents and problems concerned the previous text. */
  function noteReplaced(before: Content, now: Content): void {
    const { shownIn = (content) => content } = binding
    if (sameContent(shownIn(before), shownIn(now))) return
    $agreed.set([])
    $problems.set({})
    $replacements.set($replacements.get() + 1)
  }

  function dropOther(): void {
    const form = currentForm()
    if (!form?.other) return
    changeForm(form.clientId, { other: undefined })
    const kept = keptAt(form)
    if (kept) saveLocally({ ...form, other: undefined }, kept.saved)
  }

  function finishForm(form: Form<Content>, sent: Sent, here: boolean): void {
    binding.onFinished?.(form, sent)
    dropKeptDraft(form)
    $sync.set({ status: 'blank' })
    $notice.set(null)
    $problems.set({})
    $agreed.set([])
    $form.set({ status: 'submitted', sent, here })
    notifyTabs('forms')
    notifyTabs('orders')
  }

  function say(text: string, tone: 'error' | 'hint' = 'error'): void {
    $notice.set({ tone, text })
  }

  function showProblems(problems: Problems): void {
    $problems.set(problems)
    $checks.set($checks.get() + 1)
  }

  function clearProblems(names: readonly string[]): void {
    const problems = Object.entries($problems.get()).filter(([name]) => !names.includes(name))
    $problems.set(Object.fromEntries(problems))
    // The notice counted the problems, and none is left.
    if (problems.length === 0 && $notice.get()?.tone === 'error') $notice.set(null)
  }

  function agree(name: string, isAgreed: boolean): void {
    const others = $agreed.get().filter((each) => each !== name)
    $agreed.set(isAgreed ? [...others, name] : others)
    clearProblems([name])
  }

  return {
    $form,
    $sync,
    $problems,
    $checks,
    $notice,
    $agreed,
    $replacements,
    $keepable,
    account,
    ownGoOn: binding.ownGoOn,
    blank: binding.blank,
    isBlank: binding.isBlank,
    currentForm,
    typedIn,
    formOpened,
    changeForm,
    saveLocally,
    keptAt,
    blankForm,
    formFrom,
    noteReplaced,
    dropOther,
    finishForm,
    say,
    showProblems,
    clearProblems,
    agree,
  }
}
