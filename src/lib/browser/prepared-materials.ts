/** The papers that a company has put together for a policy, on this device, until they are attached to its order. */
import * as v from 'valibot'
import { kept } from './kept/kept.ts'

const paper = v.object({
  id: v.number(),
  hash_name: v.string(),
  local_name: v.string(),
  size: v.number(),
  expires_on: v.fallback(v.nullable(v.string()), null),
  report_year: v.fallback(v.nullable(v.number()), null),
})
const keptMaterials = kept('materials', v.record(v.string(), v.array(paper)))

export type Paper = v.InferOutput<typeof paper>

/** As last read, to be shown before it is read anew. By the name of the material. */
export type PreparedMaterials = Readonly<Record<string, readonly Paper[]>>

interface Place {
  companyId: number
  /** Of the item that can be declared, as its interpretation has it. */
  itemId: number
}

export function readPrepared({ companyId, itemId }: Place): PreparedMaterials {
  return keptMaterials.read(companyId, itemId) ?? {}
}

export function keepPrepared({ companyId, itemId }: Place, materials: PreparedMaterials): void {
  const filled = Object.entries(materials).flatMap(([name, papers]) =>
    papers.length > 0 ? [[name, papers] as const] : [],
  )
  if (filled.length === 0) keptMaterials.drop(companyId, itemId)
  else keptMaterials.keep(Object.fromEntries(filled), companyId, itemId)
}
