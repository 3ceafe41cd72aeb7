/** Opens a form with the drafts of device and account, then follows logins and other tabs. */
import { explainError } from '../../api/errors.ts'
import { onKeptChanged } from '../../browser/kept/kept.ts'
import { type DraftPlace, dropKeptDraft, type KeptDraft } from '../../browser/kept/kept-drafts.ts'
import { latest } from '../../browser/latest.ts'
import { together } from '../../browser/together.ts'
import { sameContent } from '../../rules/orders/same-content.ts'
import { onAccountEnd } from '../account-end.ts'
import { $isOnline } from '../kit/online.ts'
import { beforeLogout } from '../log-out.ts'
import { companyMeanwhile } from '../offline/owner.ts'
import { $companyId, askForLogin, handleSessionEnd, knowSession } from '../session.ts'
import { $sessionCheck } from '../session-check.ts'
import type { AccountDraft, DraftForm, Form } from './draft-form.ts'
import type { Sync } from './sync.ts'

export type DraftAddress = Omit<DraftPlace, 'companyId'>

interface OpeningBinding<Content, Saved, Sent, Opened extends DraftAddress> {
  onOpening?: (place: DraftPlace) => void
  adapt?: (content: Content) => Content
  /** Merges text typed before the drafts were loaded over them. */
  putOver?: (content: Content, early: Content) => Content
  /** Reads the account's draft. Null without one; undefined if the form's text takes precedence. */
  readDraft: (form: Form<Content>, isUnsaved: boolean) => Promise<AccountDraft<Saved> | null | undefined>
  draftWords: string
  prefill: (content: Content) => Promise<{ fill: (content: Content) => Content; words: string } | undefined>
  /** `isAsked`: nothing else was opened meanwhile. @returns whether the form has words that only this device has */
  openAmendment?: (
    opened: Opened,
    place: DraftPlace & { companyId: number },
    kept: KeptDraft<Content> | undefined,
    isAsked: () => boolean,
  ) => Promise<boolean>
  onReady?: () => void
  sentUnder?: (form: Form<Content>) => Sent | undefined
}

export function createOpening<Content, Saved, Sent, Opened extends DraftAddress>(
  draftForm: DraftForm<Content, Sent>,
  sync: Sync<Content, Saved, Sent>,
  binding: OpeningBinding<Content, Saved, Sent, Opened>,
) {
  const { $form, $sync, currentForm, typedIn, changeForm, keptAt, formFrom, blankForm, noteReplaced } =
    draftForm
  const { adapt = (content) => content } = binding
  let entry: Opened | undefined
  /** The last opening wins: a login may reopen the form while the first is under way. */
  const opening = latest()
  let before: Content | undefined

  async function openForm(opened: Opened): Promise<void> {
    entry = opened
    const isAsked = opening.begin()
    await knowSession()
    if (!isAsked()) return
    const { kind, itemId, poid } = opened
    const companyId = poid === null ? companyMeanwhile() : $companyId.get()
    const place = { kind, itemId, poid, companyId }
    binding.onOpening?.(place)
    if (poid !== null && companyId === null) {
      $form.set({ status: 'locked', content: typedIn() })
      // Without a session check's result, the page explains that in place of the form.
      if ($sessionCheck.get().status === 'idle') askForLogin()
      return
    }
    const kept = keptFor(place)
    let hasOwnWords = true
    if (poid === null || companyId === null) start(place, kept)
    else
      hasOwnWords = (await binding.openAmendment?.(opened, { ...place, companyId }, kept, isAsked)) ?? false
    if (companyId === null || !isAsked()) return
    if (hasOwnWords) await meetAccount()
    binding.onReady?.()
  }

  async function reopenForm(): Promise<void> {
    if (!entry) return
    // The text of an open form is already on the device.
    before ??= typedIn()
    $form.set({ status: 'opening', content: currentForm() ? draftForm.blank() : typedIn() })
    await openForm(entry)
  }

  async function closeForm(): Promise<void> {
    const { status } = $form.get()
    if (status === 'submitting') return
    const isStill = opening.join()
    const { status: saved } = $sync.get()
    // A running save ends while the form is open, so that the device gets its result.
    if (saved === 'device' || saved === 'saving') await sync.saveNow()
    if (!isStill()) return
    opening.begin()
    entry = undefined
    $form.set({ status: 'opening', content: draftForm.blank() })
  }

  /**
   * Returns this device's draft. A visitor's text now belongs to the company; against another draft in the account,
   * the newer one wins.
   */
  function keptFor(place: DraftPlace): KeptDraft<Content> | undefined {
    const own = keptAt(place)
    if (place.companyId === null || place.poid !== null || own?.saved === false) return own
    const visitors = { ...place, companyId: null }
    const taken = keptAt(visitors)
    if (!taken || draftForm.isBlank(taken.content)) return own
    dropKeptDraft(visitors)
    draftForm.saveLocally(formFrom(place, taken))
    return taken
  }

  function start(place: DraftPlace, kept: KeptDraft<Content> | undefined): void {
    const early = typedIn()
    const former = kept ? formFrom(place, kept) : blankForm(place)
    const form = { ...former, content: adapt(former.content) }
    $sync.set({ status: kept ? statusOf(kept, place) : 'blank' })
    $form.set({ status: 'writing', form })
    const isEarly = !draftForm.isBlank(early)
    if (before) noteReplaced(before, isEarly ? early : form.content)
    before = undefined
    if (isEarly) sync.changeContent((content) => binding.putOver?.(content, early) ?? content)
  }

  /** Writing is possible without the account's answer. */
  async function meetAccount(): Promise<void> {
    const asking = currentForm()
    if (!asking) return
    try {
      const draft = await binding.readDraft(asking, isUnsaved(asking))
      const form = currentForm()
      if (!form || !isSamePlace(form, asking)) return
      // Text typed meanwhile is being saved or is saved: that answer contains the account's state.
      if ($sync.get().status === 'saving' || form.revision !== asking.revision) return
      if (!isUnsaved(form)) {
        if (draft) await resume(form, draft)
        else if (draft === null) await beginFresh(form)
      } else if (draft && !isSeen(form, draft)) sync.meetDraft(form, draft)
      else await saveUnsaved(form, draft)
    } catch (error) {
      if (!handleSessionEnd(error))
        draftForm.say(`${binding.draftWords}加载失败：${explainError(error)}。您可以先填写。`, 'hint')
    }
  }

  function isUnsaved({ revision, content }: Form<Content>): boolean {
    const { status } = $sync.get()
    return (status === 'device' || status === 'failed') && (revision > 0 || !draftForm.isBlank(content))
  }

  async function resume(
    { clientId, content: former }: Form<Content>,
    draft: AccountDraft<Saved>,
  ): Promise<void> {
    const content = sync.fromSaved(draft.content, former)
    const { client_id, id: orderId, revision } = draft
    changeForm(clientId, { clientId: client_id, orderId, revision, content })
    const form = currentForm()
    if (!form) return
    draftForm.saveLocally(form, true)
    $sync.set({ status: 'account' })
    noteReplaced(former, content)
    // So far it has papers alone.
    if (draftForm.isBlank(content)) await fillIn((filled) => sync.changeContent(() => filled))
  }

  /** The draft below this text may be gone. */
  async function saveUnsaved(
    { clientId, revision }: Form<Content>,
    draft: AccountDraft<Saved> | null | undefined,
  ): Promise<void> {
    if (draft === null && revision > 0) changeForm(clientId, { revision: 0, orderId: undefined })
    await sync.saveNow()
  }

  /** No draft exists, or it was submitted or deleted elsewhere. */
  async function beginFresh(form: Form<Content>): Promise<void> {
    if (form.revision > 0) beginBlank(form)
    await fillIn((content) => changeForm(currentForm()?.clientId ?? '', { content }))
  }

  async function fillIn(put: (content: Content) => void): Promise<void> {
    const asking = currentForm()
    const found = asking && (await binding.prefill(asking.content))
    const now = currentForm()
    if (!found || now?.clientId !== asking.clientId) return
    const content = found.fill(now.content)
    if (sameContent(content, now.content)) return
    put(content)
    draftForm.say(found.words, 'hint')
  }

  function beginBlank(form: Form<Content>): void {
    dropKeptDraft(form)
    const blank = blankForm(form)
    $form.set({ status: 'writing', form: { ...blank, content: adapt(blank.content) } })
    $sync.set({ status: 'blank' })
    noteReplaced(form.content, blank.content)
  }

  function followForm(): () => void {
    return together(
      onAccountEnd(leaveForm),
      $companyId.listen(meetCompany),
      // Saves text that could not be saved offline.
      $isOnline.listen((isOnline) => isOnline && meetCompany($companyId.get())),
      beforeLogout(sync.saveNow),
      onKeptChanged('forms', 'form', meetOtherTab),
    )
  }

  /** After a login, a visitor's text moves to the account; another company's text stays where it is. */
  function meetCompany(companyId: number | null): void {
    const form = currentForm()
    if (companyId === null) return
    if (form?.companyId !== companyId) {
      draftForm.account.met =
        form && isTakenAlong(form, companyId) ? takeAlong(form, companyId) : reopenForm()
      return
    }
    if ($sync.get().status === 'failed') $sync.set({ status: 'device' })
    if ($sync.get().status === 'device') sync.saveNow()
    binding.onReady?.()
  }

  function isTakenAlong(form: Form<Content>, companyId: number): boolean {
    const isVisitors = form.companyId === null && form.poid === null && !draftForm.isBlank(form.content)
    return isVisitors && keptAt({ ...form, companyId })?.saved !== false
  }

  async function takeAlong(form: Form<Content>, companyId: number): Promise<void> {
    const taken = { ...form, companyId }
    dropKeptDraft(form)
    draftForm.saveLocally(taken)
    changeForm(form.clientId, { companyId })
    binding.onOpening?.(taken)
    await meetAccount()
    binding.onReady?.()
  }

  function leaveForm(): void {
    const form = currentForm()
    if (form?.companyId == null) return
    if (form.poid === null) reopenForm()
    else $form.set({ status: 'locked', content: draftForm.blank() })
  }

  function meetOtherTab(): void {
    const form = currentForm()
    if (!form || $form.get().status !== 'writing') return
    const sent = binding.sentUnder?.(form)
    if (sent) {
      $form.set({ status: 'submitted', sent, here: false })
      return
    }
    const { status } = $sync.get()
    const kept = keptAt(form)
    const hasOwnWords = status !== 'blank' && status !== 'account'
    if (draftForm.ownGoOn !== undefined) {
      if (kept && hasOwnWords && !sameContent(kept.content, form.content)) {
        draftForm.say(draftForm.ownGoOn, 'hint')
        return
      }
      // Handed in or deleted there.
      if (!kept && status === 'account' && draftForm.$keepable.get()) reopenForm()
    }
    if (!kept) return
    $form.set({ status: 'writing', form: formFrom(form, kept) })
    $sync.set({ status: statusOf(kept, form) })
    noteReplaced(form.content, kept.content)
  }

  return { openForm, reopenForm, closeForm, start, beginBlank, followForm }
}

function statusOf(
  { saved, revision }: KeptDraft<unknown>,
  { companyId, poid }: DraftPlace,
): 'account' | 'device' | 'blank' {
  // An amendment begins with the application's content.
  if (poid !== null && saved && revision === 0) return 'blank'
  return saved && companyId !== null ? 'account' : 'device'
}

function isSamePlace(one: DraftPlace, other: DraftPlace): boolean {
  return one.companyId === other.companyId && one.itemId === other.itemId && one.poid === other.poid
}

function isSeen({ clientId, revision }: Form<unknown>, draft: AccountDraft<unknown>): boolean {
  return draft.client_id === clientId && draft.revision === revision
}
