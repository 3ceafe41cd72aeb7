/** Values that a section of the desk reads whole: one at a time, such as the profile of a company. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { getCompanyProfile } from '../../contract/operator/company.ts'
import {
  changeServiceHours,
  getServiceHours,
  type RevisedHours,
} from '../../contract/services/service-hours.ts'
import type { Section } from '../kit/section.ts'
import { $deskReturns, attempt, attemptQuietly, type Done } from './desk.ts'

/** Returns a store for the answers to a question. An answer stays until another question, also after a failure. */
export function createValue<Value, Asked>(fetch: (asked: Asked) => Promise<Value>) {
  const $state = atom<Section<Value>>({ status: 'loading' })
  let question: { asked: Asked } | undefined
  const set = (value: Value) => $state.set({ status: 'ready', value })

  async function load(asked: Asked): Promise<void> {
    const isOther = question?.asked !== asked
    const mine = { asked }
    question = mine
    if (isOther || $state.get().status === 'failed') $state.set({ status: 'loading' })
    const done = await attempt(() => fetch(asked))
    if (question !== mine) return
    if (done.ok) set(done.value)
    else if ($state.get().status !== 'ready') $state.set({ status: 'failed', text: done.text })
  }

  /** Asks again. A failure changes nothing. */
  async function refresh(): Promise<void> {
    const mine = question
    if (!mine) return
    if ($state.get().status !== 'ready') return load(mine.asked)
    const value = await attemptQuietly(() => fetch(mine.asked))
    if (value !== undefined && question === mine) set(value)
  }
  $deskReturns.listen(refresh)
  return { $state, load, set, refresh }
}

export const companyProfile = createValue(
  async (id: number) => (await ask(getCompanyProfile, { params: { id } })).data,
)

export const deskHours = createValue(async (_: null) => (await ask(getServiceHours, {})).data)

/** @param hours with the revision that the operator saw: those of a colleague who was faster appear instead */
export async function saveDeskHours(hours: RevisedHours): Promise<Done<unknown>> {
  const done = await attempt(() => ask(changeServiceHours, { body: hours }))
  if (done.ok) deskHours.set(done.value.data)
  else if (done.isConflict) {
    const theirs = await attemptQuietly(() => ask(getServiceHours, {}))
    if (theirs) deskHours.set(theirs.data)
  }
  return done
}
