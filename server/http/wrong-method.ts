import { CODES } from '../../src/lib/contract/envelope.ts'
import { TransportFault } from './refusal.ts'
import type { App } from './types.ts'

/** Answers 405 with `Allow` on every path that has routes. Call it after the last route was added. */
export function refuseOtherMethods(app: App): void {
  const methods = new Map<string, string[]>()
  for (const { method, path } of app.routes) {
    if (method !== 'ALL') methods.set(path, [...(methods.get(path) ?? []), method])
  }
  for (const [path, allowed] of methods) {
    app.all(path, () => {
      throw new TransportFault(CODES.wrongMethod, { Allow: allowed.join(', ') })
    })
  }
}
