/** Opening a form with what this device keeps, or with the application that is to be corrected. */
import {
  dropKeptForm,
  type FormPlace,
  type KeptForm,
  readKeptForm,
  readSentForm,
  type SentForm,
} from '../../browser/kept-form.ts'
import { BLANK_FORM, type TypedForm } from '../../forms/typed-form.ts'
import { $companyId, ensureLoggedIn, knowSession } from '../session.ts'
import { meetAccount } from './account-draft.ts'
import { $correction, type ContentOf, meetOrder, readCorrected, showCorrection } from './correction.ts'
import {
  $form,
  $formKeeping,
  $sentBefore,
  blankForm,
  currentForm,
  type Form,
  formFrom,
  isBlank,
  keepHere,
  noteReplaced,
  sayOfForm,
  typedIn,
} from './form.ts'
import { uploadHeldFiles } from './held-uploads.ts'
import { changeContent } from './save.ts'

export type FormEntry = Omit<FormPlace, 'companyId'> & {
  contentOf: ContentOf
}

const SENT_SHOWN_MS = 24 * 3_600_000

let entry: FormEntry | undefined
/** The last one holds: a login may open the form anew while the first is still asking. */
let openings = 0
/** What stood in the form before it was opened anew. */
let before: TypedForm | undefined

/** Shows what there is; what was typed before it was there is put over it. */
export async function openForm(opened: FormEntry): Promise<void> {
  entry = opened
  openings += 1
  const own = openings
  const { kind, poid } = opened
  await (poid === null ? knowSession() : ensureLoggedIn())
  if (own !== openings) return
  const companyId = $companyId.get()
  const place = { kind, companyId, poid }
  $sentBefore.set(poid === null ? recentlySent(kind, companyId) : null)
  if (poid !== null && companyId === null) {
    $form.set({ status: 'locked', content: typedIn() })
    return
  }
  const kept = keptFor(place)
  $correction.set(null)
  if (poid !== null && companyId !== null) {
    const read = await readCorrected(companyId, poid, opened.contentOf)
    if (own === openings) startCorrection(place, kept, read)
  } else start(place, kept)
  if (poid === null && companyId !== null) await meetAccount(place)
  if (companyId !== null) uploadHeldFiles()
}

function recentlySent(kind: FormPlace['kind'], companyId: number | null): SentForm | null {
  const sent = readSentForm(kind)
  return sent?.company_id === companyId && Date.now() - sent.at < SENT_SHOWN_MS ? sent : null
}

/** For the company that has just logged in. */
export function reopenForm(): void {
  if (!entry) return
  // What was typed into a form that was open lies on the device.
  before ??= typedIn()
  const content = currentForm() ? BLANK_FORM : typedIn()
  $form.set({ status: 'opening', content })
  openForm(entry)
}

/**
 * What this device keeps. What was written before the login now belongs to the company; where the account has another
 * draft, the person is asked which one holds.
 */
function keptFor(place: FormPlace): KeptForm | undefined {
  const own = readKeptForm(place)
  if (place.companyId === null || place.poid !== null || own?.saved === false) return own
  const visitors = { ...place, companyId: null }
  const taken = readKeptForm(visitors)
  if (!taken || isBlank(taken.content)) return own
  dropKeptForm(visitors)
  keepHere(formFrom(place, taken))
  return taken
}

/** Words that are kept are put on top of what the application says by now. */
function startCorrection(
  place: FormPlace,
  kept: KeptForm | undefined,
  read: Awaited<ReturnType<typeof readCorrected>>,
): void {
  if (read.status === 'read' && kept) {
    start(place, kept)
    const form = currentForm()
    if (form) meetOrder(form, read.order, read.content)
  } else if (read.status === 'read') {
    const { order, content } = read
    showCorrection(order)
    const { clientId: client_id } = blankForm(place)
    start(place, { client_id, revision: order.revision, base: content, saved: true, content })
  } else if (read.status === 'failed' && kept) {
    start(place, kept)
    sayOfForm(`没有读到这份申请现在的内容：${read.text}。您可以先修改。`, 'hint')
  } else $form.set({ status: 'missing', text: read.text, kept: ownWords(place, kept) })
}

/** What nobody changed here is not kept for a correction that there will not be. */
function ownWords(place: FormPlace, kept: KeptForm | undefined): Form | null {
  if (kept?.saved === false) return formFrom(place, kept)
  if (kept) dropKeptForm(place)
  return null
}

function start(place: FormPlace, kept: KeptForm | undefined): void {
  const early = typedIn()
  const form = kept ? formFrom(place, kept) : blankForm(place)
  $formKeeping.set({ status: kept ? keepingOf(kept, place) : 'blank' })
  $form.set({ status: 'writing', form })
  if (before) noteReplaced(before, isBlank(early) ? form.content : early)
  before = undefined
  if (isBlank(early)) return
  const typed = Object.entries(early.texts).filter(([, text]) => text !== '')
  changeContent(({ texts, files }) => ({
    texts: { ...texts, ...Object.fromEntries(typed) },
    files: [...files, ...early.files],
  }))
}

export function keepingOf(
  { saved }: KeptForm,
  { companyId, poid }: FormPlace,
): 'account' | 'device' | 'blank' {
  if (poid !== null) return saved ? 'blank' : 'device'
  return saved && companyId !== null ? 'account' : 'device'
}
