/** The materials of a policy, ticked from the company's documents; the same paper serves as many as it is needed for. */
import { atom } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { fetchOrder } from '../../api/order.ts'
import { addFileToOrder } from '../../api/service-file.ts'
import {
  keepPrepared,
  type Paper,
  type PreparedMaterials,
  readPrepared,
} from '../../browser/prepared-materials.ts'
import type { ServiceFile } from '../../contract/service-file.ts'
import { openPicker } from '../documents/picker.ts'
import { $companyId, knowSession } from '../session.ts'

/** Papers for one material: some are asked for with annexes. */
export const PAPERS_LIMIT = 5

export const $materials = atom<PreparedMaterials>({})
/** Files that the order has which is being written. */
export const $attached = atom<readonly ServiceFile[]>([])

/** Shows what the company that is logged in has put together for an item. @returns a function that ends it */
export function followMaterials(itemId: number): () => void {
  knowSession()
  return $companyId.subscribe((companyId) => {
    $materials.set(companyId === null ? {} : readPrepared({ companyId, itemId }))
  })
}

/** The materials for which papers were chosen. */
export function preparedNames(): string[] {
  return Object.entries($materials.get()).flatMap(([name, papers]) => (papers.length > 0 ? [name] : []))
}

/** @returns whether papers were chosen */
export async function tickMaterial(itemId: number, name: string): Promise<boolean> {
  const picked = await openPicker({ limit: PAPERS_LIMIT })
  if (picked.length === 0) return false
  const before = $materials.get()[name] ?? []
  const known = new Set(before.map(({ id }) => id))
  const more = picked.filter(({ id }) => !known.has(id)).map(toPaper)
  change(itemId, name, [...before, ...more])
  return true
}

export function untickPaper(itemId: number, name: string, paperId: number): void {
  change(
    itemId,
    name,
    ($materials.get()[name] ?? []).filter(({ id }) => id !== paperId),
  )
}

/** Gives an order the papers; what it has already stays once. @returns what went wrong, in words */
export async function attachPrepared(itemId: number, orderId: number): Promise<string | undefined> {
  const companyId = $companyId.get()
  if (companyId === null) return undefined
  for (const [material, papers] of Object.entries(readPrepared({ companyId, itemId }))) {
    for (const { local_name, hash_name, size } of papers) {
      try {
        await addFileToOrder(orderId, { local_name, hash_name, size, material })
      } catch (error) {
        return `“${local_name}”没有附上：${explainError(error)}`
      }
    }
  }
  return undefined
}

/** What the account's draft of the item has already. */
export async function loadAttached(companyId: number, orderId: number): Promise<void> {
  try {
    $attached.set((await fetchOrder(companyId, orderId)).files)
  } catch {
    // They are with the draft all the same; only the form does not show them.
    $attached.set([])
  }
}

/** They are with the order now. */
export function forgetPrepared(itemId: number): void {
  const companyId = $companyId.get()
  if (companyId !== null) keepPrepared({ companyId, itemId }, {})
  $materials.set({})
}

function change(itemId: number, name: string, papers: readonly Paper[]): void {
  const materials = { ...$materials.get(), [name]: papers }
  $materials.set(materials)
  const companyId = $companyId.get()
  if (companyId !== null) keepPrepared({ companyId, itemId }, materials)
}

function toPaper({ id, hash_name, local_name, size, expires_on, report_year }: Paper): Paper {
  return { id, hash_name, local_name, size, expires_on, report_year }
}
