/** 我的预约: what the company has asked for, and giving it up. */
import { onMount } from 'nanostores'
import { explainError } from '../api/errors.ts'
import { fetchReservations, giveUpReservation } from '../api/reservation.ts'
import { hearTabs, tellTabs } from '../browser/page-events.ts'
import { growList } from './growing-list.ts'
import { $companyId, endedByRefusal } from './session.ts'

const list = growList(fetchReservations)

export const $reservations = list.$list
export const { more: loadMoreReservations } = list

onMount($reservations, () => {
  const stops = [
    $companyId.subscribe((companyId) => {
      if (companyId === null) list.forget()
      else list.begin()
    }),
    hearTabs('reservations', refreshReservations),
  ]
  return () => {
    for (const stop of stops) stop()
  }
})

/** As far as it is shown; for nobody there is none. */
export async function refreshReservations(): Promise<void> {
  if ($companyId.get() !== null) await list.refresh()
}

/** Whatever came of it, the list says it then. @returns what the person has to be told when it failed */
export async function cancelReservation(id: number): Promise<string | undefined> {
  try {
    await giveUpReservation(id)
  } catch (error) {
    if (!endedByRefusal(error)) await refreshReservations()
    return explainError(error)
  }
  tellTabs('reservations')
  await refreshReservations()
  return undefined
}
