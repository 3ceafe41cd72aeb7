/** 内容纠错 as the operators settle it. */
import { answerCorrection, fetchCorrections } from '../../api/correction.ts'
import { CORRECTION_STATES, type Correction } from '../../contract/policies/correction.ts'
import { attempt } from './desk.ts'
import { createDeskList } from './list.ts'

export interface CorrectionsFilter {
  state?: Correction['state'] | undefined
}

export type CorrectionRow = Awaited<ReturnType<typeof fetchCorrections>>['items'][number]

export function readCorrectionsFilter(params: URLSearchParams): CorrectionsFilter {
  return { state: CORRECTION_STATES.find((known) => known === params.get('state')) }
}

export const corrections = createDeskList<CorrectionRow, CorrectionsFilter>(({ state }, page) =>
  fetchCorrections(page, state),
)

/** Whoever reported it is told. @returns what went wrong */
export async function settleCorrection(
  id: number,
  state: 'fixed' | 'declined',
  answer: string,
): Promise<string | undefined> {
  const words = answer.trim()
  const done = await attempt(() => answerCorrection(id, state, words === '' ? undefined : words))
  if (!done.ok) {
    // A colleague may have answered it meanwhile.
    await corrections.refresh()
    return done.text
  }
  corrections.replace(id, done.value)
  return undefined
}
