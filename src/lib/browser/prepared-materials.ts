/** The papers that a company has put together for a policy, on this device, until they are attached to its order. */
import * as v from 'valibot'

const paper = v.object({
  id: v.number(),
  hash_name: v.string(),
  local_name: v.string(),
  size: v.number(),
  expires_on: v.fallback(v.nullable(v.string()), null),
  report_year: v.fallback(v.nullable(v.number()), null),
})
const prepared = v.record(v.string(), v.array(paper))

export type Paper = v.InferOutput<typeof paper>

/** As last read, to be shown before it is read anew. By the name of the material. */
export type PreparedMaterials = Readonly<Record<string, readonly Paper[]>>

interface Place {
  companyId: number
  /** Of the item that can be declared, as its interpretation has it. */
  itemId: number
}

/** What the keys begin with under which they are kept. */
export const PREPARED_KEYS = 'materials:'

const keyOf = ({ companyId, itemId }: Place) => `${PREPARED_KEYS}${companyId}:${itemId}`

/** Where the device refuses: it holds as long as the page. */
const inMemory = new Map<string, PreparedMaterials>()

export function readPrepared(place: Place): PreparedMaterials {
  const unkept = inMemory.get(keyOf(place))
  if (unkept) return unkept
  try {
    return v.parse(prepared, JSON.parse(localStorage.getItem(keyOf(place)) ?? '{}'))
  } catch {
    return {}
  }
}

export function keepPrepared(place: Place, materials: PreparedMaterials): void {
  const key = keyOf(place)
  const filled = Object.fromEntries(Object.entries(materials).filter(([, papers]) => papers.length > 0))
  inMemory.delete(key)
  try {
    if (Object.keys(filled).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(filled))
  } catch {
    inMemory.set(key, filled)
  }
}
