/** 我的预约: the company's reservations and their cancellation; and the available experts. */
import { onMount } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { notifyTabs, onTabsNotified } from '../browser/page-events.ts'
import { together } from '../browser/together.ts'
import { EXPERTS_PER_PAGE, listExperts } from '../contract/services/expert.ts'
import {
  cancelReservation,
  listReservations,
  RESERVATIONS_PER_PAGE,
} from '../contract/services/reservation.ts'
import { growList } from './kit/growing-list.ts'
import { $companyId, handleSessionEnd } from './session.ts'

const list = growList({
  fetchPage: async (page) => (await ask(listReservations, { query: { page } })).result,
  perPage: RESERVATIONS_PER_PAGE,
  keyOf: ({ id }) => id,
})

export const $reservations = list.$list
export const { more: loadMoreReservations } = list

onMount($reservations, () => {
  return together(
    $companyId.subscribe((companyId) => {
      if (companyId === null) list.forget()
      else list.open()
    }),
    onTabsNotified('reservations', refreshReservations),
  )
})

export async function refreshReservations(): Promise<void> {
  if ($companyId.get() !== null) await list.refresh()
}

export async function giveUpReservation(id: number): Promise<string | undefined> {
  try {
    await ask(cancelReservation, { params: { id } })
  } catch (error) {
    if (!handleSessionEnd(error)) await refreshReservations()
    return explainError(error)
  }
  notifyTabs('reservations')
  await refreshReservations()
  return undefined
}

export const {
  $list: $experts,
  more: loadMoreExperts,
  refresh: refreshExperts,
} = growList({
  fetchPage: async (page) => (await ask(listExperts, { query: { page } })).result,
  perPage: EXPERTS_PER_PAGE,
  keyOf: ({ id }) => id,
})
