/**
 * Messages that the server does not have yet, as this device keeps them: in IndexedDB, those of all tabs in one
 * order.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { OUTBOX_DATABASE } from '../browser/kept/forget-person.ts'

/** A dialogue: the company's chat, a topic of an order's consultation, or a conversation at the operators' desk. */
export type Place = 'chat' | `topic:${number}` | `desk:${number}`

/** Of the topic, or of the conversation at the desk; the chat needs none. */
export function idOf(place: Place): number {
  return Number(place.slice(place.indexOf(':') + 1))
}

export interface Unsent extends Delivery {
  /** Given by the outbox: the order in which they were written. */
  no: number
  /** Who wrote it, and on which side. Nobody else sends it. */
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

/** How it stands with the sending. */
export interface Delivery {
  /** Why it is not sent yet, in words; null: it is on its way. */
  reason: string | null
  /** The server does not want it: it waits for the person. Else it goes on by itself. */
  isRefused: boolean
  /** The server wants it later, and nothing makes it go sooner. */
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
    // Another tab logs out and deletes it.
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

/** In the order of writing. */
export async function readOutbox(owner: string): Promise<Unsent[]> {
  const all = (await (await open()).getAll(STORE)) as Unsent[]
  return all.filter((unsent) => unsent.owner === owner)
}

/** Behind all that are there. @throws DOMException where the device keeps nothing */
export async function putInOutbox(unsent: Omit<Unsent, 'no'>): Promise<void> {
  await (await open()).add(STORE, unsent)
}

/** Says why it is not sent, unless it is gone by now. */
export async function explainUnsent(no: number, delivery: Delivery): Promise<void> {
  const transaction = (await open()).transaction(STORE, 'readwrite')
  const unsent = await transaction.store.get(no)
  if (unsent) await transaction.store.put({ ...unsent, ...delivery })
  await transaction.done
}

/** @returns whether it was still there: another tab may have sent it, or put it behind all others */
export async function dropUnsent(no: number): Promise<boolean> {
  const transaction = (await open()).transaction(STORE, 'readwrite')
  const isThere = (await transaction.store.get(no)) !== undefined
  if (isThere) await transaction.store.delete(no)
  await transaction.done
  return isThere
}

/** Puts one that was refused behind all others, to be tried again under the same client id. */
export async function requeueUnsent({ no, ...unsent }: Unsent): Promise<void> {
  const transaction = (await open()).transaction(STORE, 'readwrite')
  if (await transaction.store.get(no)) {
    await transaction.store.delete(no)
    await transaction.store.add({ ...unsent, ...ON_ITS_WAY })
  }
  await transaction.done
}
