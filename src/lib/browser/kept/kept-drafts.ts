/** Drafts of applications on this device: the current text, and the last submission. */
import * as v from 'valibot'
import type { FormKind } from '../../contract/orders/form-draft.ts'
import { clientId } from '../../contract/orders/order.ts'
import { kept } from './kept.ts'

export interface DraftPlace {
  kind: FormKind | 'application'
  /** Null when written before a login. */
  companyId: number | null
  itemId?: number | undefined
  poid: number | null
}

export interface KeptDraft<Content> {
  client_id: string
  /** The order that is the account's draft, where drafts are orders. */
  order_id?: number | undefined
  revision: number
  order_revision?: number | undefined
  base?: Content | undefined
  /** When the last word was typed; ms since 1970. */
  typed_at: number
  other?: OtherVersion<Content> | undefined
  /** Whether the account has all of it. */
  saved: boolean
  content: Content
}

/** The older of two versions, which people can copy from beside the form. */
export interface OtherVersion<Content> {
  content: Content
  from: 'here' | 'account'
}

const sentForm = v.object({
  client_id: clientId,
  company_id: v.number(),
  poid: v.number(),
  receipt_no: v.string(),
  at: v.number(),
})

export type SentForm = v.InferOutput<typeof sentForm>

const anyDraft = kept('form', v.unknown())
const sentForms = kept('form', sentForm)

const idsOf = ({ kind, companyId, itemId, poid }: DraftPlace) =>
  [kind, companyId ?? 0, itemId ?? poid ?? 0] as const

export function readKeptDraft<Content>(
  place: DraftPlace,
  content: v.GenericSchema<unknown, Content>,
): KeptDraft<Content> | undefined {
  const schema = v.object({
    client_id: clientId,
    order_id: v.optional(v.number()),
    revision: v.number(),
    order_revision: v.optional(v.number()),
    base: v.optional(content),
    typed_at: v.optional(v.number(), 0),
    other: v.optional(v.object({ content, from: v.picklist(['here', 'account']) })),
    saved: v.boolean(),
    content,
  })
  return kept('form', schema).read(...idsOf(place)) as KeptDraft<Content> | undefined
}

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
