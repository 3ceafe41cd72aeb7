/** Company levels, and requests for a higher one. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { type CompanyPackage, listPackages } from '../../contract/account/package.ts'
import { listReservations, type Reservation } from '../../contract/services/reservation.ts'
import { onAccountEnd } from '../account-end.ts'
import { handleSessionEnd } from '../session.ts'

type GradeState =
  | { status: 'loading' }
  | { status: 'ready'; levels: readonly CompanyPackage[] }
  | { status: 'failed'; text: string }

export const $grade = atom<GradeState>({ status: 'loading' })

export const $upgrade = atom<Reservation | null>(null)
onAccountEnd(() => $upgrade.set(null))

export async function loadLevels(): Promise<void> {
  try {
    const { result } = await ask(listPackages, { query: {} })
    $grade.set({ status: 'ready', levels: result.items })
  } catch (error) {
    $grade.set({ status: 'failed', text: explainError(error) })
  }
}

/** Quiet: without an answer the person can still ask, and the server refuses duplicates. */
export async function loadUpgrade(): Promise<void> {
  const { result } = await ask(listReservations, { query: {} }).catch((error: unknown) => {
    handleSessionEnd(error)
    return { result: { items: [] } }
  })
  const open = result.items.find(
    ({ kind, state }) => kind === 'upgrade' && (state === 'requested' || state === 'confirmed'),
  )
  $upgrade.set(open ?? null)
}
