/** Drafts of applications on this device: what is being written, and what was sent last. */
import * as v from 'valibot'
import type { FormKind } from '../../contract/orders/form-draft.ts'
import { clientId } from '../../contract/orders/order.ts'
import { kept } from './kept.ts'

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
  /** Of the correction that the account has, as it was seen last. */
  seen?: number | undefined
  /** What the application that is amended said in that revision. */
  base?: Content | undefined
  /** When the last word was typed; ms since 1970. */
  typed_at: number
  other?: OtherVersion<Content> | undefined
  /** Whether the account has all of it. */
  saved: boolean
  content: Content
}

/** The older of two versions, which stands in the form no longer: to be copied. */
export interface OtherVersion<Content> {
  content: Content
  /** Where it was written. */
  from: 'here' | 'account'
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

const anyDraft = kept('form', v.unknown())
const sentForms = kept('form', sentForm)

const idsOf = ({ kind, companyId, itemId, poid }: DraftPlace) =>
  [kind, companyId ?? 0, itemId ?? poid ?? 0] as const

/** Undefined where there is none, and where what there is cannot be read. */
export function readKeptDraft<Content>(
  place: DraftPlace,
  content: v.GenericSchema<unknown, Content>,
): KeptDraft<Content> | undefined {
  const schema = v.object({
    client_id: clientId,
    order_id: v.optional(v.number()),
    revision: v.number(),
    seen: v.optional(v.number()),
    base: v.optional(content),
    typed_at: v.optional(v.number(), 0),
    other: v.optional(v.object({ content, from: v.picklist(['here', 'account']) })),
    saved: v.boolean(),
    content,
  })
  return kept('form', schema).read(...idsOf(place)) as KeptDraft<Content> | undefined
}

/** False where the device refuses: storage full or switched off. */
export function keepDraft(place: DraftPlace, draft: KeptDraft<unknown>): boolean {
  return anyDraft.keep(draft, ...idsOf(place))
}

export function dropKeptDraft(place: DraftPlace): void {
  anyDraft.drop(...idsOf(place))
}

export function readSentForm(kind: FormKind): SentForm | undefined {
  return sentForms.read(kind, 'sent')
}

export function keepSentForm(kind: FormKind, sent: SentForm): void {
  sentForms.keep(sent, kind, 'sent')
}
