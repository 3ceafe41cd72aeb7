/**
 * Of all pages of this browser one sends a file of a name into a folder (Web Locks): what is kept of an upload, to go on
 * with it after a reload, is the same for all of them.
 */

interface UploadPlace {
  folderId: number
  /** Of the chosen file. */
  name: string
}

interface Waiting {
  signal: AbortSignal
  /** Another page is at it. */
  onWaiting: () => void
}

const lockOf = ({ folderId, name }: UploadPlace) => `upload:${folderId}:${name}`

/** Browsers without locks, and pages without HTTPS, do it at once. @throws the signal's reason when it was aborted while it waited */
export async function inTurn<Value>(
  place: UploadPlace,
  { signal, onWaiting }: Waiting,
  work: () => Promise<Value>,
): Promise<Value> {
  const done = await ifFree(place, work)
  if (done) return done.value
  onWaiting()
  return navigator.locks.request(lockOf(place), { signal }, work)
}

/** @returns undefined, and does nothing, where another upload is at it */
export async function ifFree<Value>(
  place: UploadPlace,
  work: () => Promise<Value>,
): Promise<{ value: Value } | undefined> {
  if (!navigator.locks) return { value: await work() }
  return navigator.locks.request(lockOf(place), { ifAvailable: true }, async (lock) =>
    lock ? { value: await work() } : undefined,
  )
}

/** Tells of each place whether a page is at it just now. */
export async function findBusyPlaces(): Promise<(place: UploadPlace) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return (place) => names.has(lockOf(place))
}

/** @throws the signal's reason */
export async function untilFree(place: UploadPlace, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(lockOf(place), { mode: 'shared', signal }, async () => {})
}
