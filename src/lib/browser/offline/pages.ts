/**
 * Pages that this device stores for offline reading: pages that the person read or follows, and the scripts that they load.
 * The worker (worker.ts) fills the stores that this file opens, and never recreates a deleted one.
 */

export const WORKER_PATH = '/frontend/sw.js'
/** Lists the available pages, in place of a page that is not stored. */
export const OFFLINE_PATH = '/frontend/offline'

const PREFIX = 'offline-'
export const STORES = {
  read: 'offline-read',
  followed: 'offline-followed',
  assets: 'offline-assets',
} as const

/** Headers of a stored page: time in ms since 1970, and title, encoded for a header. */
export const KEPT_AT = 'x-kept-at'
export const KEPT_TITLE = 'x-kept-title'

/** Older copies are not shown: too much may have changed. */
export const KEPT_DAYS = 30

export async function openPages(): Promise<ServiceWorkerRegistration> {
  for (const name of Object.values(STORES)) await caches.open(name)
  // The browser asks the server with every page, so that a faulty worker lives only until the next one.
  await navigator.serviceWorker.register(WORKER_PATH, { scope: '/', updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}

/** Deletes the stored pages for the next user. Missing stores are no error. */
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

export async function emptyStores(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(ours.map((name) => caches.delete(name)))
}
