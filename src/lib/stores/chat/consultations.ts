/** 全部咨询: the chat and the topics of every order in which something was said, newest first, page by page. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { CHATTING_PER_PAGE, type Consultation, listConsultations } from '../../contract/chat/chatting.ts'
import { $companyId, $owner } from '../session.ts'
import { askAgainIfLeft } from './failures.ts'

/** Pages that are asked for; from the first one: what is shown is read anew. */
interface Pages {
  from: number
  upTo: number
}

type ConsultationsState =
  | { status: 'idle' }
  | { status: 'loading'; items: readonly Consultation[]; pages: Pages }
  | { status: 'ready'; items: readonly Consultation[]; total: number }
  | { status: 'failed'; items: readonly Consultation[]; pages: Pages; text: string }

export const $consultations = atom<ConsultationsState>({ status: 'idle' })

/** Counted up when the list begins anew: answers to the former one are nobody's. */
let era = 0

/** As many pages as are shown or on their way; what is shown stays until the answer is there. */
export async function openConsultations(): Promise<void> {
  era += 1
  const state = $consultations.get()
  const upTo = 'pages' in state ? state.pages.upTo : Math.ceil(itemsOf(state).length / CHATTING_PER_PAGE)
  await load({ from: 1, upTo: Math.max(1, upTo) })
}

/** The next page; after a failure what failed. */
export async function loadMoreConsultations(): Promise<void> {
  const state = $consultations.get()
  if (state.status === 'loading') return
  const next = Math.floor(itemsOf(state).length / CHATTING_PER_PAGE) + 1
  await load(state.status === 'failed' ? state.pages : { from: next, upTo: next })
}

export function closeConsultations(): void {
  era += 1
  $consultations.set({ status: 'idle' })
}

async function load(pages: Pages): Promise<void> {
  const companyId = $companyId.get()
  if (companyId === null) return
  const owner = $owner.get()
  const asked = era
  const before = itemsOf($consultations.get())
  $consultations.set({ status: 'loading', items: before, pages })
  try {
    const known = pages.from === 1 ? [] : before
    const read = await readPages(companyId, pages, known)
    if (asked === era) $consultations.set({ status: 'ready', ...read })
  } catch (error) {
    if (asked !== era) return
    if (askAgainIfLeft(error, owner)) closeConsultations()
    else $consultations.set({ status: 'failed', items: before, pages, text: explainError(error) })
  }
}

/** One after the other, behind what is known, up to the last one there is. */
async function readPages(companyId: number, { from, upTo }: Pages, known: readonly Consultation[]) {
  const items = [...known]
  for (let page = from; ; page++) {
    const { result } = await ask(listConsultations, { params: { id: companyId }, query: { page } })
    const added = result.items.filter(({ id }) => !items.some((each) => each.id === id))
    items.push(...added)
    // A page that brings nothing new ends the list: new messages have moved everything down.
    if (added.length === 0) return { items, total: items.length }
    if (page >= Math.min(upTo, result.pages)) return { items, total: result.total }
  }
}

function itemsOf(state: ConsultationsState): readonly Consultation[] {
  return state.status === 'idle' ? [] : state.items
}
