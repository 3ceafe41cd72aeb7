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
    hearTabs('reservations', loadReservations),
  ]
  return () => {
    for (const stop of stops) stop()
  }
})

let page = 1

/** From the first page. */
export async function loadReservations(): Promise<void> {
  page = 1
  await load([])
}

export async function loadMoreReservations(): Promise<void> {
  const state = $reservations.get()
  if (state.status !== 'ready' && state.status !== 'failed') return
  if (state.status === 'ready') page += 1
  await load(state.items)
}

async function load(before: readonly Reservation[]): Promise<void> {
  $reservations.set({ status: 'loading', items: before })
  try {
    const { items, total } = await fetchReservations(page)
    const known = new Set(before.map(({ id }) => id))
    $reservations.set({
      status: 'ready',
      items: [...before, ...items.filter(({ id }) => !known.has(id))],
      total,
    })
  } catch (error) {
    if (endedByRefusal(error)) $reservations.set({ status: 'idle' })
    else $reservations.set({ status: 'failed', items: before, text: explainError(error) })
  }
}

/** @returns what the person has to be told when it failed */
export async function cancelReservation(id: number): Promise<string | undefined> {
  try {
    await giveUpReservation(id)
    tellTabs('reservations')
    await loadReservations()
    return undefined
  } catch (error) {
    endedByRefusal(error)
    return explainError(error)
  }
}
