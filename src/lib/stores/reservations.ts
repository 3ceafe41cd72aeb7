/** 我的预约: what the company has asked for, and giving it up. */
import { atom, onMount } from 'nanostores'
import { explainError } from '../api/errors.ts'
import { fetchReservations, giveUpReservation } from '../api/reservation.ts'
import { hearTabs, tellTabs } from '../browser/page-events.ts'
import { CODES } from '../contract/envelope.ts'
import type { Reservation } from '../contract/reservation.ts'
import { $session, endedByRefusal } from './session.ts'

export type ReservationsState =
  | { status: 'idle' }
  | { status: 'loading'; items: readonly Reservation[] }
  | { status: 'ready'; items: readonly Reservation[]; total: number }
  | { status: 'failed'; items: readonly Reservation[]; text: string }

export const $reservations = atom<ReservationsState>({ status: 'idle' })

onMount($reservations, () => {
  const stops = [
    $session.subscribe(({ code }) => {
      if (code === CODES.ok) loadReservations()
      else $reservations.set({ status: 'idle' })
    }),
    hearTabs('reservations', refreshReservations),
  ]
  return () => {
    for (const stop of stops) stop()
  }
})

/** So many pages are shown, or asked for. */
let wanted = 1

/** From the first page. */
async function loadReservations(): Promise<void> {
  wanted = 1
  $reservations.set({ status: 'loading', items: [] })
  await refreshReservations()
}

export async function loadMoreReservations(): Promise<void> {
  wanted += 1
  await refreshReservations()
}

/** Reads as many pages anew as are wanted: until the answers are there, the list stays where it is. */
export async function refreshReservations(): Promise<void> {
  const state = $reservations.get()
  const shown = state.status === 'idle' ? [] : state.items
  $reservations.set({ status: 'loading', items: shown })
  try {
    const numbers = Array.from({ length: wanted }, (_, index) => index + 1)
    const pages = await Promise.all(numbers.map(fetchReservations))
    // One that came between two answers moved another onto the next page.
    const rows = new Map(pages.flatMap(({ items }) => items).map((row) => [row.id, row]))
    $reservations.set({ status: 'ready', items: [...rows.values()], total: pages[0]?.total ?? 0 })
  } catch (error) {
    if (endedByRefusal(error)) $reservations.set({ status: 'idle' })
    else $reservations.set({ status: 'failed', items: shown, text: explainError(error) })
  }
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
