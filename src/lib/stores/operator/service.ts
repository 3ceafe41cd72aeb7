/** 服务: when the operators answer, and how content the customers are. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { type GivenRating, listRatings } from '../../contract/chat/rating.ts'
import {
  changeServiceHours,
  getServiceHours,
  type RevisedHours,
} from '../../contract/services/service-hours.ts'
import type { Section } from '../kit/section.ts'
import { attempt, attemptQuietly, type Done } from './desk.ts'
import { createDeskList } from './list.ts'

export const $deskHours = atom<Section<RevisedHours>>({ status: 'loading' })

export async function loadDeskHours(): Promise<void> {
  const done = await attempt(() => ask(getServiceHours, {}))
  $deskHours.set(
    done.ok ? { status: 'ready', value: done.value.data } : { status: 'failed', text: done.text },
  )
}

/** @param hours with the revision that the operator had before him; where a colleague was quicker his are shown then */
export async function saveDeskHours(hours: RevisedHours): Promise<Done<unknown>> {
  const done = await attempt(() => ask(changeServiceHours, { body: hours }))
  if (done.ok) $deskHours.set({ status: 'ready', value: done.value.data })
  else if (done.isConflict) {
    const theirs = await attemptQuietly(() => ask(getServiceHours, {}))
    if (theirs) $deskHours.set({ status: 'ready', value: theirs.data })
  }
  return done
}

export const ratings = createDeskList<GivenRating, null>(
  async (_, page) => (await ask(listRatings, { query: { page } })).result,
)
