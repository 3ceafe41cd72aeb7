/** A form on the page: what was typed, where it is saved, and what there is to say about it. */
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
  /** The same one twice is one application, however often it is sent. */
  clientId: string
  /** The order that is the account's draft, where drafts are orders. */
  orderId?: number | undefined
  /** Last known revision of the account's draft; 0: there is none. */
  revision: number
  /** Last known revision of the application under amendment. */
  orderRevision?: number | undefined
  /** What the application that is amended said in that revision. */
  base?: Content | undefined
  /** When the last word was typed; ms since 1970. */
  typedAt: number
  other?: OtherVersion<Content> | undefined
  content: Content
}

type FormState<Content, Sent> =
  /** `content`: what was typed before the drafts were there. */
  | { status: 'opening'; content: Content }
  /** An application is to be amended, and nobody is logged in. */
  | { status: 'locked'; content: Content }
  | { status: 'writing'; form: Form<Content> }
  /** Until `isSending` one can go back to writing. */
  | { status: 'submitting'; form: Form<Content>; isSending: boolean }
  /** `here`: by this page, just now. */
  | { status: 'submitted'; sent: Sent; here: boolean }
  /** The application that was to be amended is not the company's, or cannot be amended. */
  | { status: 'missing'; text: string }
  /** The application that is to be amended did not come; it can be asked for again. */
  | { status: 'unread'; text: string }

/** Where the newest words of a draft are. */
export type DraftSync =
  | { status: 'blank' }
  | { status: 'device' }
  | { status: 'saving' }
  | { status: 'account' }
  | { status: 'failed'; text: string }

/** A draft as the account has it. `Saved`: what the account can take of the content. */
export interface AccountDraft<Saved> {
  /** Where drafts are orders. */
  id?: number | undefined
  client_id: string
  /** To be sent back with the next change. */
  revision: number
  gmt_modified: string
  content: Saved
}

interface DraftFormBinding<Content, Sent> {
  schema: v.GenericSchema<unknown, Content>
  blank: () => Content
  isBlank: (content: Content) => boolean
  /** What of the content a person reads, where that is not all. */
  shownIn?: (content: Content) => unknown
  /**
   * Said where another tab types, too, and this one goes on with its own words; without it, this one shows the same.
   */
  ownGoOn?: string
  /** It is handed in: what the device should know of it from now on. */
  onFinished?: (form: Form<Content>, sent: Sent) => void
}

export type DraftForm<Content, Sent> = ReturnType<typeof createDraftForm<Content, Sent>>

export function createDraftForm<Content, Sent>(binding: DraftFormBinding<Content, Sent>) {
  const $form = atom<FormState<Content, Sent>>({ status: 'opening', content: binding.blank() })
  const $sync = atom<DraftSync>({ status: 'blank' })
  const $problems = atom<Problems>({})
  /** Counts how often problems were looked for: then the first one gets the focus. */
  const $checks = atom(0)
  /** What the person should know or do, in words. */
  const $notice = atom<{ tone: 'error' | 'hint'; text: string } | null>(null)
  /** What is consented to, never saved: each page begins without. */
  const $agreed = atom<readonly string[]>([])
  /** Counts how often other words came in place of those that stood here, by other hands than the typing ones. */
  const $replacements = atom(0)
  /** What stood here last, before a newer version took its place. */
  const $overtaken = atom<Content | null>(null)
  /** False when this device cannot keep anything. */
  const $keepable = atom(true)
  /** Until what the account has is in the form of who has just logged in. */
  const account: { met: Promise<unknown> } = { met: Promise.resolve() }

  function currentForm(state = $form.get()): Form<Content> | null {
    return state.status === 'writing' || state.status === 'submitting' ? state.form : null
  }

  /** What is typed, as far as the form has come. */
  function typedIn(state = $form.get()): Content {
    if (state.status === 'opening' || state.status === 'locked') return state.content
    return currentForm(state)?.content ?? binding.blank()
  }

  /** Resolves when the drafts have been read: what is pressed before waits for them. */
  function formOpened(): Promise<void> {
    return new Promise((resolve) => {
      const stop = $form.subscribe(({ status }) => {
        if (status === 'opening') return
        queueMicrotask(() => stop())
        resolve()
      })
    })
  }

  /** Changes the form that is being written; another one that was opened meanwhile is left alone. */
  function changeForm(clientId: string, change: Partial<Form<Content>>): void {
    const state = $form.get()
    const form = currentForm(state)
    if (form?.clientId !== clientId) return
    $form.set({ ...state, form: { ...form, ...change } } as FormState<Content, Sent>)
  }

  /** Puts the form on the device, from where a reload or another tab takes it. */
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

  /** What was consented to, and what was found wrong, was said of the words before. */
  function noteReplaced(before: Content, now: Content): void {
    const { shownIn = (content) => content } = binding
    if (sameContent(shownIn(before), shownIn(now))) return
    $agreed.set([])
    $problems.set({})
    $replacements.set($replacements.get() + 1)
  }

  /** What was written here, or there, can be read no more. */
  function dropOther(): void {
    const form = currentForm()
    if (!form?.other) return
    changeForm(form.clientId, { other: undefined })
    const kept = keptAt(form)
    if (kept) saveLocally({ ...form, other: undefined }, kept.saved)
  }

  /** It is handed in; the device need not remember the draft, and the other tabs should know. */
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
    // It counted the problems, and there is none left.
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
    $overtaken,
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
