/** The services as a browser sees them: the object store's address follows the name by which the portal was called. */
import type { Services } from './types.ts'

/** Anybody may send any Host: no more of them are kept. */
const HOSTS_KEPT = 20

export function servicesByHost(services: Services): (url: string) => Services {
  const known = new Map<string, Services>()
  return (url) => {
    const start = url.indexOf('//') + 2
    const host = url.slice(start, url.indexOf('/', start))
    const found = known.get(host)
    if (found) return found
    const seen = { ...services, storage: services.storage.forHost(new URL(url).hostname) }
    if (known.size >= HOSTS_KEPT) known.clear()
    known.set(host, seen)
    return seen
  }
}
