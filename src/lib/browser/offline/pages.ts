/**
 * What this device keeps to be read without a line: pages that were read, those of what is followed, and the scripts that
 * they load. The worker (worker.ts) fills what is opened here, and nothing that is gone.
 */

export const WORKER_PATH = '/frontend/sw.js'
/** Says what can be read without a line, in the place of a page that was not kept. */
export const OFFLINE_PATH = '/frontend/offline'

const PREFIX = 'offline-'
export const STORES = {
  read: 'offline-read',
  followed: 'offline-followed',
  assets: 'offline-assets',
} as const

/** Of what is kept: when, in ms since 1970, and what it is called, encoded as a header has to be. */
export const KEPT_AT = 'x-kept-at'
export const KEPT_TITLE = 'x-kept-title'

/** Older ones are read by nobody: too much may have changed. */
export const KEPT_DAYS = 30

/** @throws where the browser has no workers, or the server does not say that one may answer for all pages */
export async function openPages(): Promise<ServiceWorkerRegistration> {
  for (const name of Object.values(STORES)) await caches.open(name)
  // Asked of the server with every page: a worker that is wrong lives until the next one.
  await navigator.serviceWorker.register(WORKER_PATH, { scope: '/', updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}

/** Nobody after a person may see what was read and followed. What is not there is not missed. */
export async function closePages(): Promise<void> {
  if (typeof caches === 'undefined') return
  try {
    const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
    const ours = workers.filter(({ active, waiting, installing }) =>
      (active ?? waiting ?? installing)?.scriptURL.endsWith(WORKER_PATH),
    )
    await Promise.all(ours.map((worker) => worker.unregister()))
    await emptyStores()
  } catch (error) {
    console.error(error)
  }
}

/** Also those of another version. */
export async function emptyStores(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(ours.map((name) => caches.delete(name)))
}
