/**
 * Only one page of this browser sends a file of this name into a folder (Web Locks), because all pages share the stored state
 * for resuming.
 */

interface UploadPlace {
  folderId: number
  name: string
}

interface Waiting {
  signal: AbortSignal
  onWaiting: () => void
}

const lockOf = ({ folderId, name }: UploadPlace) => `upload:${folderId}:${name}`

/** Runs `work` in turn; at once in browsers without locks and on pages without HTTPS. */
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

export async function ifFree<Value>(
  place: UploadPlace,
  work: () => Promise<Value>,
): Promise<{ value: Value } | undefined> {
  if (!navigator.locks) return { value: await work() }
  return navigator.locks.request(lockOf(place), { ifAvailable: true }, async (lock) =>
    lock ? { value: await work() } : undefined,
  )
}

export async function findBusyPlaces(): Promise<(place: UploadPlace) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return (place) => names.has(lockOf(place))
}
