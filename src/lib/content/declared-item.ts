/** What declaring needs to know of an interpretation. */
import { windowOf } from './entries.ts'
import type { Interpretation } from './schema/documents.ts'

/** 免申即享 needs no application; an interpretation that does not say how it is claimed cannot offer one. */
export function declarable({ claim }: Interpretation): boolean {
  return claim !== undefined && claim !== '免申即享'
}

export function declaredItem({ id, title, window, materials, official }: Interpretation) {
  return { id, title, window: windowOf(window), materials, official }
}
