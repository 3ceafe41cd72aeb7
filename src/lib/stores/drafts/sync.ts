/** Saves a form during writing: on the device at once, in the account a moment later. */
import { explainError } from '../../api/errors.ts'
import { newClientId } from '../../browser/client-id.ts'
import type { Problems } from '../../forms/typed-form.ts'
import { sameContent } from '../../rules/orders/same-content.ts'
import { handleSessionEnd } from '../session.ts'
import type { AccountDraft, DraftForm, Form } from './draft-form.ts'

const SAVE_AFTER_MS = 1200

interface DelayedSave {
  soon: () => void
  now: () => Promise<boolean>
  after: (work: () => Promise<unknown>) => Promise<void>
}

/** @param save saves the state at its start, and does not throw */
function delaySaving(save: () => Promise<boolean>): DelayedSave {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Promise.resolve(true)

  function now(): Promise<boolean> {
    clearTimeout(timer)
    last = last.then(save)
    return last
  }

  function soon(): void {
    clearTimeout(timer)
    timer = setTimeout(now, SAVE_AFTER_MS)
  }

  function after(work: () => Promise<unknown>): Promise<void> {
    clearTimeout(timer)
    const done = last.then(work).then(() => {})
    last = done.then(
      () => true,
      () => true,
    )
    return done
  }
  return { soon, now, after }
}

export type Newest<Saved, Sent> =
  | { status: 'draft'; draft: AccountDraft<Saved> }
  | { status: 'deleted' }
  | { status: 'sent'; sent: Sent }

interface SyncBinding<Content, Saved, Sent> {
  toSaved: (content: Content) => Saved
  problemsIn?: (content: Content) => Problems
  /** `here`: contains values that only this device has. */
  fromSaved: (saved: Saved, here?: Content) => Content
  write: (form: Form<Content>, saved: Saved) => Promise<Newest<Saved, Sent>>
  newestIn: (error: unknown, form: Form<Content>) => Promise<Newest<Saved, Sent> | undefined>
  onSaved?: () => void
  /** Words after a deletion elsewhere, and whether to save into the account at once. */
  afterDeletion: { words: string; isSavedAtOnce: boolean }
}

export type Sync<Content, Saved, Sent> = ReturnType<typeof createSync<Content, Saved, Sent>>

export function createSync<Content, Saved, Sent>(
  draftForm: DraftForm<Content, Sent>,
  binding: SyncBinding<Content, Saved, Sent>,
) {
  const { $form, $sync, currentForm, changeForm, saveLocally, keptAt } = draftForm
  const saving = delaySaving(save)
  /** Texts saved by this page: after a lost answer they are not another person's change. */
  const written = new Set<string>()

  function changeContent(change: (content: Content) => Content): void {
    const state = $form.get()
    if (state.status === 'opening') $form.set({ ...state, content: change(state.content) })
    const form = currentForm(state)
    if (!form) return
    const clientId = sharedClientId(form)
    const changed = { ...form, clientId, typedAt: Date.now(), content: change(form.content) }
    changeForm(form.clientId, changed)
    saveLocally(changed)
    $sync.set({ status: 'device' })
    if (changed.companyId !== null) saving.soon()
  }

  /** If two tabs begin at once, the second one adopts the first one's id: it is one draft. */
  function sharedClientId(form: Form<Content>): string {
    return (form.revision === 0 && keptAt(form)?.client_id) || form.clientId
  }

  async function save(): Promise<boolean> {
    const form = currentForm()
    const { status } = $sync.get()
    if (form?.companyId == null) return false
    if (status !== 'device' && status !== 'failed') return true
    const saved = binding.toSaved(form.content)
    written.add(JSON.stringify(saved))
    $sync.set({ status: 'saving' })
    try {
      const newest = await binding.write(form, saved)
      if (newest.status === 'draft' && sameContent(newest.draft.content, saved)) {
        return settle(form, newest.draft)
      }
      meetNewest(form, newest)
    } catch (error) {
      await meetRefusal(form, error)
    }
    return false
  }

  /** Text typed meanwhile, and values that the account refused, stay on the device. */
  function settle({ clientId, content }: Form<Content>, draft: AccountDraft<Saved>): boolean {
    changeForm(clientId, { orderId: draft.id, revision: draft.revision })
    binding.onSaved?.()
    const now = currentForm()
    if (now?.clientId !== clientId) return false
    const problems = binding.problemsIn?.(content) ?? {}
    const isNewest = now.content === content
    const isWhole = isNewest && Object.keys(problems).length === 0
    saveLocally(now, isWhole)
    $sync.set({ status: isWhole ? 'account' : 'device' })
    if (!isNewest) saving.soon()
    else if (!isWhole) draftForm.$problems.set(problems)
    return isWhole
  }

  async function meetRefusal(form: Form<Content>, error: unknown): Promise<void> {
    // Cleared or submitted meanwhile: none of it is shown.
    if (currentForm()?.clientId !== form.clientId) {
      handleSessionEnd(error)
      return
    }
    const newest = await binding.newestIn(error, form)
    if (newest) return meetNewest(form, newest)
    const text = handleSessionEnd(error) ? '登录已过期，登录后继续保存' : explainError(error)
    $sync.set({ status: 'failed', text })
  }

  function meetNewest(form: Form<Content>, newest: Newest<Saved, Sent>): void {
    if (newest.status === 'sent') draftForm.finishForm(form, newest.sent, false)
    else if (newest.status === 'deleted') beginAgain(form)
    else meetDraft(form, newest.draft)
  }

  /** The account's draft differs from the known one: saved by this device or by another person. */
  function meetDraft(form: Form<Content>, theirs: AccountDraft<Saved>): void {
    const kept = draftForm.ownGoOn === undefined ? keptAt(form) : undefined
    const isOfOtherTab = kept?.client_id === theirs.client_id && kept.revision === theirs.revision
    const isOurs = isOfOtherTab || written.has(JSON.stringify(theirs.content)) || isInDraft(form, theirs)
    if (!isOurs) {
      takeNewer(theirs)
      return
    }
    changeForm(form.clientId, seenIn(theirs))
    $sync.set({ status: 'device' })
    saveNow()
  }

  function isInDraft({ content }: Form<Content>, draft: AccountDraft<Saved>): boolean {
    return sameContent(binding.toSaved(content), draft.content)
  }

  /**
   * Puts the newer of two versions into the form; the other one can be copied from beside it. The answer to a pending
   * request already reports the account's state.
   * @param isDraft false: it is the present content of the application under amendment
   */
  function takeNewer(theirs: AccountDraft<Saved>, isDraft = true): void {
    const state = $form.get()
    const form = currentForm(state)
    if (!form) return
    if (state.status === 'submitting' && state.isSending) {
      $sync.set({ status: 'device' })
      return
    }
    const content = binding.fromSaved(theirs.content)
    if (form.typedAt >= Date.parse(theirs.gmt_modified)) {
      const taken = { ...seenIn(theirs), other: { content, from: 'account' as const } }
      changeForm(form.clientId, taken)
      saveLocally({ ...form, ...taken })
      $sync.set({ status: 'device' })
      saveNow()
      return
    }
    const typedAt = Date.parse(theirs.gmt_modified)
    const other = { content: form.content, from: 'here' as const }
    const taken = { ...seenIn(theirs), typedAt, other, content }
    changeForm(form.clientId, taken)
    saveLocally({ ...form, ...taken }, isDraft)
    $sync.set({ status: isDraft ? 'account' : 'device' })
    if (!isDraft) saveNow()
    draftForm.noteReplaced(form.content, content)
  }

  /** The draft was deleted elsewhere; the text here becomes a new one. */
  function beginAgain(form: Form<Content>): void {
    const { words, isSavedAtOnce } = binding.afterDeletion
    changeForm(form.clientId, { clientId: newClientId(), orderId: undefined, revision: 0 })
    const now = currentForm()
    if (now) saveLocally(now)
    $sync.set({ status: 'device' })
    draftForm.say(words, 'hint')
    if (isSavedAtOnce) saveNow()
  }

  function saveNow(): Promise<boolean> {
    return saving.now()
  }

  return {
    changeContent,
    saveNow,
    afterSaving: saving.after,
    newestIn: binding.newestIn,
    fromSaved: binding.fromSaved,
    meetNewest,
    meetDraft,
    isInDraft,
    takeNewer,
  }
}

function seenIn({ client_id: clientId, id: orderId, revision }: AccountDraft<unknown>) {
  return { clientId, orderId, revision }
}
