/** Drafts of applications on this device: what is being written, and what was sent last. */
import * as v from 'valibot'
import type { FormKind } from '../contract/orders/form-draft.ts'
import { clientId } from '../contract/orders/order.ts'

export interface DraftPlace {
  kind: FormKind | 'application'
  /** Null: written before a login. */
  companyId: number | null
  /** The item of a policy for which it is; undefined: it belongs to none. */
  itemId?: number | undefined
  /** The application that is amended; null: a new one. */
  poid: number | null
}

export interface KeptDraft<Content> {
  client_id: string
  /** The order that is the account's draft, where drafts are orders. */
  order_id?: number | undefined
  /** Of the account's draft as it was seen last, or of the application that is amended; 0: there is none. */
  revision: number
  /** What the application that is amended said in that revision. */
  base?: Content | undefined
  /** Whether the account has all of it. */
  saved: boolean
  content: Content
}

const sentForm = v.object({
  client_id: clientId,
  company_id: v.number(),
  poid: v.number(),
  receipt_no: v.string(),
  /** ms since 1970 */
  at: v.number(),
})

export type SentForm = v.InferOutput<typeof sentForm>

/** What the keys of all drafts begin with. */
export const DRAFT_KEYS = 'form:'

const keyOf = ({ kind, companyId, itemId, poid }: DraftPlace) =>
  `${DRAFT_KEYS}${kind}:${companyId ?? 0}:${itemId ?? poid ?? 0}`
const sentKeyOf = (kind: FormKind) => `${DRAFT_KEYS}${kind}:sent`

/** Undefined where there is none, and where what there is cannot be read. */
export function readKeptDraft<Content>(
  place: DraftPlace,
  content: v.GenericSchema<unknown, Content>,
): KeptDraft<Content> | undefined {
  const schema = v.object({
    client_id: clientId,
    order_id: v.optional(v.number()),
    revision: v.number(),
    base: v.optional(content),
    saved: v.boolean(),
    content,
  })
  return read(keyOf(place), schema) as KeptDraft<Content> | undefined
}

/** False where the device refuses: storage full or switched off. */
export function keepDraft(place: DraftPlace, draft: KeptDraft<unknown>): boolean {
  return write(keyOf(place), draft)
}

export function dropKeptDraft(place: DraftPlace): void {
  try {
    localStorage.removeItem(keyOf(place))
  } catch {
    // Nothing can have been kept.
  }
}

export function readSentForm(kind: FormKind): SentForm | undefined {
  return read(sentKeyOf(kind), sentForm)
}

export function keepSentForm(kind: FormKind, sent: SentForm): void {
  write(sentKeyOf(kind), sent)
}

function read<const S extends v.GenericSchema>(key: string, schema: S): v.InferOutput<S> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

function write(key: string, value: object): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
