/** 内容纠错 as the operators settle it. */
import { ask } from '../../api/ask.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { listMissedSearches, makeEditorsLink } from '../../contract/policies/care.ts'
import {
  CORRECTION_STATES,
  type Correction,
  listCorrections,
  settleCorrection,
} from '../../contract/policies/correction.ts'
import { attempt } from './desk.ts'
import { createDeskList, readId } from './list.ts'

interface CorrectionsFilter {
  /** Of which 我的待办 leads here. */
  id?: number | undefined
  state?: Correction['state'] | undefined
}

export type CorrectionRow = AnswerOf<typeof listCorrections>['result']['items'][number]

export function readCorrectionsFilter(params: URLSearchParams): CorrectionsFilter {
  return {
    id: readId(params),
    state: CORRECTION_STATES.find((known) => known === params.get('state')),
  }
}

export const corrections = createDeskList<CorrectionRow, CorrectionsFilter>(
  async (filter, page) => (await ask(listCorrections, { query: { ...filter, page } })).result,
)

/** Whoever reported it is told. @returns what went wrong */
export async function answerReport(
  id: number,
  state: 'fixed' | 'declined',
  answer: string,
): Promise<string | undefined> {
  const words = answer.trim()
  const body = { state, ...(words !== '' && { answer: words }) }
  const done = await attempt(() => ask(settleCorrection, { params: { id }, body }))
  if (!done.ok) {
    // A colleague may have answered it meanwhile.
    await corrections.refresh()
    return done.text
  }
  corrections.replace(id, done.value.data)
  return undefined
}

export type MissedSearch = AnswerOf<typeof listMissedSearches>['data'][number]

/** Words that readers searched for and the portal does not have. */
export function readMissedSearches() {
  return attempt(async () => (await ask(listMissedSearches, {})).data)
}

/** The whole address, for the settings of an editor's machine; it ends by itself. */
export function askEditorsLink() {
  return attempt(async () => {
    const { path, gmt_expire } = (await ask(makeEditorsLink, {})).data
    return { address: new URL(path, location.origin).href, gmt_expire }
  })
}
