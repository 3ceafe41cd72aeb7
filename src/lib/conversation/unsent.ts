/** Messages that the server does not have yet: kept on this device, for all tabs, in the order of writing. */
import * as v from 'valibot'
import { kept } from '../browser/kept/kept.ts'

/** A dialogue: the company's chat, a topic of an order's consultation, or a conversation at the operators' desk. */
export type DialoguePlace = 'chat' | `topic:${number}` | `desk:${number}`

export function idOf(place: DialoguePlace): number {
  return Number(place.slice(place.indexOf(':') + 1))
}

const delivery = v.object({
  /** The reason why it is not sent yet, in words; null while it is being sent. */
  reason: v.nullable(v.string()),
  /** The server has refused it: it waits for the person. Else it retries by itself. */
  isRefused: v.boolean(),
  /** The server has set a later time, which nothing shortens. */
  isDelayed: v.boolean(),
})

type Delivery = v.InferOutput<typeof delivery>

export const ON_ITS_WAY: Delivery = { reason: null, isRefused: false, isDelayed: false }

const unsentMessage = v.object({
  ...delivery.entries,
  /** Set by the outbox, in the order of writing. */
  no: v.number(),
  /** The writer and their side. No other person's login sends it. */
  owner: v.string(),
  place: v.custom<DialoguePlace>((place) => typeof place === 'string'),
  client_id: v.string(),
  type: v.picklist([0, 1, 2]),
  detail: v.string(),
  size: v.nullable(v.number()),
  at: v.string(),
})

export type Unsent = v.InferOutput<typeof unsentMessage>

const outbox = kept('chat:outbox', unsentMessage)

export function readOutbox(owner: string): Unsent[] {
  return outbox
    .all()
    .map(({ value }) => value)
    .filter((unsent) => unsent.owner === owner)
    .sort((a, b) => a.no - b.no)
}

function findInOutbox({ owner, client_id }: Unsent): Unsent | undefined {
  return outbox.read(owner, client_id)
}

export function putInOutbox(unsent: Omit<Unsent, 'no'>): void {
  const last = readOutbox(unsent.owner).at(-1)?.no ?? 0
  outbox.keep({ ...unsent, no: Math.max(Date.now(), last + 1) }, unsent.owner, unsent.client_id)
}

export function explainUnsent(unsent: Unsent, why: Delivery): void {
  const found = findInOutbox(unsent)
  if (found) outbox.keep({ ...found, ...why }, found.owner, found.client_id)
}

export function dropUnsent({ owner, client_id }: Unsent): void {
  outbox.drop(owner, client_id)
}

/** Drops it if the server has refused it. @returns false when it is on its way again, or gone, by another tab */
export function dropRefused(unsent: Unsent): boolean {
  const isRefused = findInOutbox(unsent)?.isRefused === true
  if (isRefused) dropUnsent(unsent)
  return isRefused
}

/** Moves a refused message to the end, to be retried under the same client id. */
export function requeueUnsent(unsent: Unsent): void {
  const found = findInOutbox(unsent)
  if (found) putInOutbox({ ...found, ...ON_ITS_WAY })
}
