/** The materials of a policy, ticked from the company's documents; the same paper serves as many as it is needed for. */
import { atom } from 'nanostores'
import { keepPrepared, type PreparedMaterials, readPrepared } from '../browser/prepared-materials.ts'
import { openPicker } from './picker.ts'

/** Papers for one material: some are asked for with annexes. */
const PAPERS_LIMIT = 5

export const $materials = atom<PreparedMaterials>({})

export function loadMaterials(itemId: number): void {
  $materials.set(readPrepared(itemId))
}

export async function tickMaterial(itemId: number, name: string): Promise<void> {
  const picked = await openPicker({ limit: PAPERS_LIMIT })
  if (picked.length === 0) return
  const before = $materials.get()[name] ?? []
  const known = new Set(before.map(({ id }) => id))
  const more = picked
    .filter(({ id }) => !known.has(id))
    .map(({ id, hash_name, local_name, size }) => ({ id, hash_name, local_name, size }))
  change(itemId, name, [...before, ...more])
}

export function untickPaper(itemId: number, name: string, paperId: number): void {
  change(
    itemId,
    name,
    ($materials.get()[name] ?? []).filter(({ id }) => id !== paperId),
  )
}

function change(itemId: number, name: string, papers: PreparedMaterials[string]): void {
  const materials = { ...$materials.get(), [name]: papers }
  $materials.set(materials)
  keepPrepared(itemId, materials)
}
