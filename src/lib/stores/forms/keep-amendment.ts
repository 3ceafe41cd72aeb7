/** The account keeps corrections of an application as well, for other devices and colleagues. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { RefusedError } from '../../api/errors.ts'
import { dropKeptDraft, type KeptDraft } from '../../browser/kept/kept-drafts.ts'
import { together } from '../../browser/together.ts'
import { CODES } from '../../contract/envelope.ts'
import {
  type AmendmentDraft,
  amendmentDraft,
  deleteAmendment,
  readAmendment,
  saveAmendment,
} from '../../contract/orders/amendment.ts'
import { fromDraftContent, type TypedForm, toDraftContent } from '../../forms/typed-form.ts'
import { sameContent } from '../../rules/orders/same-content.ts'
import { beforeLogout } from '../log-out.ts'
import { handleSessionEnd } from '../session.ts'
import {
  $form,
  $formSync,
  changeForm,
  currentForm,
  type Form,
  saveFormNow,
  saveLocally,
  takeNewer,
  takeOutUnlike,
} from './form.ts'

/** Whether the account has the form's content. */
export const $isAmendmentKept = atom(false)

const SAVE_AFTER_MS = 1200

/** Returns null if the account has none; undefined without an answer, and the form opens without it. */
export async function readKeptAmendment(poid: number): Promise<AmendmentDraft | null | undefined> {
  // A correction that is being discarded counts as none.
  await last
  try {
    return (await ask(readAmendment, { params: { id: poid } })).draft
  } catch (error) {
    handleSessionEnd(error)
    return undefined
  }
}

/** Converts to a draft of this device. `said`: the application's content at its `revision`. */
export function asKept(
  draft: AmendmentDraft,
  said: { revision: number; content: TypedForm },
  client_id: string,
): KeptDraft<TypedForm> {
  const isSame = draft.order_revision === said.revision
  return {
    client_id,
    revision: draft.order_revision,
    seen: draft.revision,
    base: isSame ? said.content : undefined,
    typed_at: Date.parse(draft.gmt_modified),
    saved: false,
    content: fromDraftContent(draft.content),
  }
}

/** Merges the account's version; against other text of another device the newer one wins. */
export function meetKept(draft: AmendmentDraft): void {
  const form = currentForm()
  if (!form || form.poid === null) return
  if (sameContent(toDraftContent(form.content), draft.content)) {
    settle(form, draft)
    return
  }
  if (draft.revision === form.seen) return
  changeForm(form.clientId, { seen: draft.revision })
  const { clientId: client_id, revision } = form
  const { gmt_modified, content } = draft
  takeNewer({ client_id, revision, gmt_modified, content, isCorrection: true })
  saveAmendmentNow()
}

let last: Promise<unknown> = Promise.resolve()

/** Saves the correction into the account. */
export function saveAmendmentNow(): Promise<unknown> {
  last = last.then(save)
  return last
}

/** Saves a new application or a correction. */
export function saveInAccount(): Promise<unknown> {
  return Promise.all([saveFormNow(), saveAmendmentNow()])
}

async function save(): Promise<void> {
  const state = $form.get()
  const form = currentForm(state)
  if (form?.poid == null || form.companyId === null || state.status !== 'writing') return
  if ($formSync.get().status !== 'device') return
  const content = toDraftContent(form.content)
  try {
    const body = { revision: form.seen ?? 0, order_revision: form.revision, content }
    const { draft } = await ask(saveAmendment, { params: { id: form.poid }, body })
    settle(form, draft)
  } catch (error) {
    takeOutUnlike(content.files, error)
    const theirs = newestIn(error)
    if (theirs === undefined || currentForm()?.clientId !== form.clientId) handleSessionEnd(error)
    else if (theirs) meetKept(theirs)
    else {
      changeForm(form.clientId, { seen: undefined })
      await save()
    }
  }
}

/** The device keeps only what the account lacks; otherwise unchanged text would compete with another device. */
function settle({ clientId }: Form, draft: AmendmentDraft): void {
  changeForm(clientId, { seen: draft.revision })
  const now = currentForm()
  if (now?.clientId !== clientId) return
  // Files on their way exist only on this device.
  const isWhole = now.content.files.every(({ hash_name }) => hash_name !== null)
  const isKept = isWhole && sameContent(toDraftContent(now.content), draft.content)
  if (isKept) dropKeptDraft(now)
  else if ($formSync.get().status === 'device') saveLocally(now)
  $isAmendmentKept.set(isKept)
}

/** Null if it was discarded elsewhere. */
function newestIn(error: unknown): AmendmentDraft | null | undefined {
  if (!(error instanceof RefusedError) || error.code !== CODES.conflict) return undefined
  const read = v.safeParse(v.nullable(amendmentDraft), error.fields['draft'])
  return read.success ? read.output : undefined
}

/** The application stays as submitted. */
export function dropAmendment(poid: number): Promise<unknown> {
  last = last.then(() => ask(deleteAmendment, { params: { id: poid } }).catch(handleSessionEnd))
  return last
}

/** Saves a moment after the last change. @returns a function that ends it */
export function followAmendment(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let known: TypedForm | undefined
  return together(
    $form.listen((state) => {
      const form = currentForm(state)
      if (form?.poid == null || form.content === known) return
      known = form.content
      $isAmendmentKept.set(false)
      clearTimeout(timer)
      timer = setTimeout(saveAmendmentNow, SAVE_AFTER_MS)
    }),
    beforeLogout(saveAmendmentNow),
    () => clearTimeout(timer),
  )
}
