/** Messages that the server does not have yet, in this device's IndexedDB, those of all tabs in one order. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { OUTBOX_DATABASE } from '../browser/kept/forget-person.ts'

/** A dialogue: the company's chat, a topic of an order's consultation, or a conversation at the operators' desk. */
export type Place = 'chat' | `topic:${number}` | `desk:${number}`

/** Returns the id of the topic, or of the conversation at the desk; the chat needs none. */
export function idOf(place: Place): number {
  return Number(place.slice(place.indexOf(':') + 1))
}

export interface Unsent extends Delivery {
  /** Set by the outbox, in the order of writing. */
  no: number
  /** The writer and their side. No other person's login sends it. */
  owner: string
  place: Place
  client_id: string
  type: 0 | 1 | 2
  detail: string
  /** Bytes of the file; null: the message is text. */
  size: number | null
  /** ISO 8601. */
  at: string
}

/** State of the sending. */
export interface Delivery {
  /** Why it is not sent yet, in words; null while it is being sent. */
  reason: string | null
  /** The server has refused it: it waits for the person. Else it retries by itself. */
  isRefused: boolean
  /** The server has set a later time, which nothing shortens. */
  isDelayed: boolean
}

export const ON_ITS_WAY: Delivery = { reason: null, isRefused: false, isDelayed: false }

interface Schema extends DBSchema {
  outbox: { key: number; value: Omit<Unsent, 'no'> & { no?: number } }
}

const STORE = 'outbox'

let opening: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  const close = () => {
    opening?.then((database) => database.close())
    opening = undefined
  }
  opening ??= openDB<Schema>(OUTBOX_DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore(STORE, { keyPath: 'no', autoIncrement: true })
    },
    // Another tab logs out and deletes the database.
    blocking: close,
    terminated: () => {
      opening = undefined
    },
  }).catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

/** Returns messages in the order of writing. */
export async function readOutbox(owner: string): Promise<Unsent[]> {
  const all = (await (await open()).getAll(STORE)) as Unsent[]
  return all.filter((unsent) => unsent.owner === owner)
}

/** Appends a message. @throws DOMException when the device has no storage */
export async function putInOutbox(unsent: Omit<Unsent, 'no'>): Promise<void> {
  await (await open()).add(STORE, unsent)
}

/** Stores why it is not sent, unless it has been removed. */
export async function explainUnsent(no: number, delivery: Delivery): Promise<void> {
  const transaction = (await open()).transaction(STORE, 'readwrite')
  const unsent = await transaction.store.get(no)
  if (unsent) await transaction.store.put({ ...unsent, ...delivery })
  await transaction.done
}

/** @returns whether it was still there: another tab may have sent it, or moved it to the end */
export async function dropUnsent(no: number): Promise<boolean> {
  const transaction = (await open()).transaction(STORE, 'readwrite')
  const isThere = (await transaction.store.get(no)) !== undefined
  if (isThere) await transaction.store.delete(no)
  await transaction.done
  return isThere
}

/** Moves a refused message to the end, to be retried under the same client id. */
export async function requeueUnsent({ no, ...unsent }: Unsent): Promise<void> {
  const transaction = (await open()).transaction(STORE, 'readwrite')
  if (await transaction.store.get(no)) {
    await transaction.store.delete(no)
    await transaction.store.add({ ...unsent, ...ON_ITS_WAY })
  }
  await transaction.done
}
