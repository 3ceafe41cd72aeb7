/** 全部咨询: the chat and the topics of every order in which something was said, newest first, page by page. */
import { atom } from 'nanostores'
import { fetchConsultations } from '../../api/chatting.ts'
import { explainError } from '../../api/errors.ts'
import { CHATTING_PER_PAGE, type Consultation } from '../../contract/chatting.ts'
import { askForLoginAgain } from '../login.ts'
import { $companyId, endedByRefusal } from '../session.ts'

export type ConsultationsState =
  | { status: 'idle' }
  | { status: 'loading'; items: readonly Consultation[] }
  | { status: 'ready'; items: readonly Consultation[]; total: number }
  | { status: 'failed'; items: readonly Consultation[]; text: string }

export const $consultations = atom<ConsultationsState>({ status: 'idle' })

/** Counted up when the list begins anew: answers to the former one are nobody's. */
let era = 0

/** From the first page; what is shown stays until the answer is there. */
export async function openConsultations(): Promise<void> {
  era += 1
  await loadPage(1)
}

/** The next page; after a failure the one that failed. */
export async function loadMoreConsultations(): Promise<void> {
  const state = $consultations.get()
  if (state.status !== 'loading') {
    await loadPage(Math.floor(itemsOf(state).length / CHATTING_PER_PAGE) + 1)
  }
}

export function closeConsultations(): void {
  era += 1
  $consultations.set({ status: 'idle' })
}

async function loadPage(page: number): Promise<void> {
  const companyId = $companyId.get()
  if (companyId === null) return
  const asked = era
  const before = itemsOf($consultations.get())
  $consultations.set({ status: 'loading', items: before })
  try {
    const answer = await fetchConsultations(companyId, page)
    if (asked !== era) return
    const known = page === 1 ? [] : before
    const added = answer.items.filter(({ id }) => !known.some((each) => each.id === id))
    const items = [...known, ...added]
    // A page that brings nothing new ends the list: new messages have moved everything down.
    $consultations.set({ status: 'ready', items, total: added.length > 0 ? answer.total : items.length })
  } catch (error) {
    if (asked !== era) return
    if (endedByRefusal(error)) {
      closeConsultations()
      askForLoginAgain()
    } else $consultations.set({ status: 'failed', items: before, text: explainError(error) })
  }
}

function itemsOf(state: ConsultationsState): readonly Consultation[] {
  return state.status === 'idle' ? [] : state.items
}
