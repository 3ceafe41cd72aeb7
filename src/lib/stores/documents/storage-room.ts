/** A company's level, the room that it has for files, and what it uses of it; the same in all tabs. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { onReturn } from '../../browser/on-return.ts'
import { onceASecond } from '../../browser/once-a-second.ts'
import { hearTabs, tellTabs } from '../../browser/page-events.ts'
import { together } from '../../browser/together.ts'
import { readCompanyGuide } from '../../contract/account/company-guide.ts'
import { BYTES_PER_MB } from '../../rules/files/storage-units.ts'
import { onAccountLeft } from '../account-left.ts'
import { handleSessionEnd } from '../session.ts'

export interface Room {
  companyId: number
  level: number
  levelName: string
  usedBytes: number
  /** Kept for uploads that are not through: taken, too, as long as they are not given up. */
  reservedBytes: number
  limitBytes: number
}

export type RoomState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'ready'; room: Room }
  | { status: 'failed'; text: string }

export const $room = atom<RoomState>({ status: 'idle' })

/** Whether the person is being told that there is no room (behaviour B9.4). */
export const $roomFull = atom(false)

let asking: Promise<Room> | undefined
/** Something changed since it was asked: the answer may be from before. */
let isOld = false

/**
 * Reads the room anew, and once more when that is wanted meanwhile; what is shown stays until the answer is there.
 * Undefined: not known, and why is in the state.
 */
export function refreshRoom(): Promise<Room | undefined> {
  isOld = true
  return askRoom().catch(() => undefined)
}

/** The room as it is known. */
export function knownRoom(): Promise<Room | undefined> {
  return needRoom().catch(() => undefined)
}

/** The room as it is known, for work that is nothing without the company. @throws ApiError */
export async function needRoom(): Promise<Room> {
  const state = $room.get()
  return state.status === 'ready' ? state.room : askRoom()
}

function askRoom(): Promise<Room> {
  asking ??= readUntilNew().finally(() => {
    asking = undefined
  })
  return asking
}

async function readUntilNew(): Promise<Room> {
  for (;;) {
    isOld = false
    const room = await readRoom()
    if (!isOld) return room
  }
}

async function readRoom(): Promise<Room> {
  if ($room.get().status !== 'ready') $room.set({ status: 'loading' })
  try {
    const { result } = await ask(readCompanyGuide, {})
    const { company_id, privilege, company_privilege } = result
    const limit = privilege.privileges.find(({ name }) => name === 'file_storage')?.limit ?? 0
    const room = {
      companyId: company_id,
      level: privilege.level,
      levelName: privilege.name,
      usedBytes: company_privilege.file_storage * BYTES_PER_MB,
      reservedBytes: company_privilege.file_storage_reserved * BYTES_PER_MB,
      limitBytes: limit * BYTES_PER_MB,
    }
    if (!isOld) $room.set({ status: 'ready', room })
    return room
  } catch (error) {
    handleSessionEnd(error)
    if ($room.get().status !== 'ready') $room.set({ status: 'failed', text: explainError(error) })
    throw error
  }
}

/** A change of files was answered with what is used now. The other tabs read it, and the files, anew. */
export function setUsedBytes(usedBytes: number): void {
  isOld = true
  const state = $room.get()
  if (state.status === 'ready') $room.set({ ...state, room: { ...state.room, usedBytes } })
  followReserved()
  tellTabs('documents')
}

/** What was kept for an upload is not any more. */
const readReserved = onceASecond(refreshRoom)
export function followReserved(): void {
  const state = $room.get()
  if (state.status === 'ready' && state.room.reservedBytes > 0) readReserved()
}

/** Full: says so, and nothing more can be chosen for an upload (behaviour B9.3: limit ≤ used). Asks before it refuses. */
export async function refuseWhenFull(): Promise<boolean> {
  if (isFull()) await refreshRoom()
  if (isFull()) $roomFull.set(true)
  return isFull()
}

function isFull(): boolean {
  const state = $room.get()
  return state.status === 'ready' && state.room.limitBytes <= state.room.usedBytes
}

export function forgetRoom(): void {
  $room.set({ status: 'idle' })
}
onAccountLeft(forgetRoom)

/** Keeps the room as other tabs change it, and as a level does that was raised while nobody looked. */
export function followRoom(): () => void {
  const read = () => {
    if ($room.get().status === 'ready') refreshRoom()
  }
  return together(hearTabs('documents', read), onReturn(read))
}
