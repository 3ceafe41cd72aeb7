/** Opening a form with what this device keeps, or with the application that is to be corrected. */
import { explainError } from '../../api/errors.ts'
import { fetchOrder } from '../../api/order.ts'
import {
  dropKeptForm,
  type FormPlace,
  type KeptForm,
  readKeptForm,
  readSentForm,
} from '../../browser/kept-form.ts'
import type { Order } from '../../contract/order.ts'
import { BLANK_FORM, type TypedForm } from '../../contract/typed-form.ts'
import { nextStates, stateName } from '../../rules/order-states.ts'
import { $companyId, endedByRefusal, ensureLoggedIn, knowSession } from '../session.ts'
import { meetAccount } from './account-draft.ts'
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
  typedIn,
} from './form.ts'
import { uploadHeldFiles } from './held-uploads.ts'
import { changeContent } from './save.ts'

export type FormEntry = Omit<FormPlace, 'companyId'> & {
  /** The texts of an application that was sent, for the form that corrects it. */
  contentOf: (order: Order) => TypedForm | null
}

const SENT_SHOWN_MS = 24 * 3_600_000

let entry: FormEntry | undefined
/** The last one holds: a login may open the form anew while the first is still asking. */
let openings = 0

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
  const sent = readSentForm(kind)
  const isRecent = sent !== undefined && sent.company_id === companyId && Date.now() - sent.at < SENT_SHOWN_MS
  $sentBefore.set(isRecent ? sent : null)
  if (poid !== null && companyId === null) {
    $form.set({ status: 'locked', content: typedIn() })
    return
  }
  const kept = keptFor(place)
  if (poid !== null && companyId !== null && !kept) {
    const content = await readOrder(companyId, poid, opened)
    if (content && own === openings) start(place, { ...keptOf(blankForm(place)), content })
  } else start(place, kept)
  if (poid === null && companyId !== null) await meetAccount(place)
  if (companyId !== null) uploadHeldFiles()
}

/** For the company that has just logged in. */
export function reopenForm(): void {
  if (!entry) return
  // What was typed into a form that was open lies on the device.
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

function keptOf({ clientId, revision, content }: Form): KeptForm {
  return { client_id: clientId, revision, saved: true, content }
}

function start(place: FormPlace, kept: KeptForm | undefined): void {
  const early = typedIn()
  const form = kept ? formFrom(place, kept) : blankForm(place)
  $formKeeping.set({ status: kept ? keepingOf(kept, place) : 'blank' })
  $form.set({ status: 'writing', form })
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

/** What the application says that is to be corrected. Null: it cannot be, and why is in the state. */
async function readOrder(
  companyId: number,
  poid: number,
  { kind, contentOf }: FormEntry,
): Promise<TypedForm | null> {
  try {
    const order = await fetchOrder(companyId, poid)
    const content = order.kind === kind ? contentOf(order) : null
    if (content && nextStates(kind, order.state, 'company').includes('submitted')) return content
    const why = content ? `这份申请${stateName(order.state)}，不能修改。` : '没有找到这份申请。'
    $form.set({ status: 'missing', text: why })
  } catch (error) {
    endedByRefusal(error)
    $form.set({ status: 'missing', text: explainError(error) })
  }
  return null
}
