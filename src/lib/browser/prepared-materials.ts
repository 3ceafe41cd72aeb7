/** The papers that a person has put together for a policy, on this device, until they are attached to its order. */
import type { DocumentFile } from '../contract/document.ts'

export type Paper = Pick<DocumentFile, 'id' | 'hash_name' | 'local_name' | 'size'>

/** By the name of the material. */
export type PreparedMaterials = Readonly<Record<string, readonly Paper[]>>

const keyOf = (itemId: number) => `materials:${itemId}`

/** @param itemId of the item that can be declared, as its interpretation has it */
export function readPrepared(itemId: number): PreparedMaterials {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(itemId)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).map(([name, papers]) => [
        name,
        Array.isArray(papers) ? papers.filter(isPaper) : [],
      ]),
    )
  } catch {
    return {}
  }
}

export function keepPrepared(itemId: number, materials: PreparedMaterials): void {
  const filled = Object.entries(materials).filter(([, papers]) => papers.length > 0)
  try {
    if (filled.length === 0) localStorage.removeItem(keyOf(itemId))
    else localStorage.setItem(keyOf(itemId), JSON.stringify(Object.fromEntries(filled)))
  } catch {
    // Full or switched off: it holds as long as the page.
  }
}

function isPaper(value: unknown): value is Paper {
  const { id, hash_name, local_name, size } = (value ?? {}) as Partial<Paper>
  return (
    Number.isSafeInteger(id) &&
    typeof hash_name === 'string' &&
    typeof local_name === 'string' &&
    Number.isFinite(size)
  )
}
