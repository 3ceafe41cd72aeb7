/** Applications that are being written, as this device keeps them until the account has them. */
import * as v from 'valibot'
import { type TypedFields, typedFields } from '../contract/orders/draft.ts'
import { clientId } from '../contract/orders/order.ts'

const keptDraft = v.object({
  client_id: clientId,
  /** The draft in the account as it was seen last. */
  order: v.nullable(v.object({ id: v.number(), revision: v.number() })),
  fields: typedFields,
  /** ms since 1970 */
  at: v.number(),
})

export interface KeptDraft extends v.InferOutput<typeof keptDraft> {
  fields: TypedFields
}

/** What the keys of all drafts begin with. */
export const DRAFT_KEYS = 'declare:'

/** What is written before a login belongs to nobody yet: company 0. */
function keyOf(companyId: number | null, itemId: number): string {
  return `${DRAFT_KEYS}${companyId ?? 0}:${itemId}`
}

/** Undefined where there is none, and where what there is cannot be read. */
export function readKeptDraft(companyId: number | null, itemId: number): KeptDraft | undefined {
  try {
    const read = v.safeParse(keptDraft, JSON.parse(localStorage.getItem(keyOf(companyId, itemId)) ?? 'null'))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** False where the device refuses: storage full or switched off. */
export function keepDraft(companyId: number | null, itemId: number, draft: KeptDraft): boolean {
  try {
    localStorage.setItem(keyOf(companyId, itemId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropKeptDraft(companyId: number | null, itemId: number): void {
  try {
    localStorage.removeItem(keyOf(companyId, itemId))
  } catch {
    // Nothing can have been kept.
  }
}
