/** Forms that belong to no policy, as this device keeps them: what is being written, and what was sent last. */
import * as v from 'valibot'
import type { FormKind } from '../contract/orders/form-draft.ts'
import { clientId } from '../contract/orders/order.ts'
import { typedForm } from '../forms/typed-form.ts'

const keptForm = v.object({
  client_id: clientId,
  /** Of the account's draft as it was seen last, or of the application that is corrected; 0: there is none. */
  revision: v.number(),
  /** What the application that is corrected said in that revision. */
  base: v.optional(typedForm),
  /** Whether the account has all of it. */
  saved: v.boolean(),
  content: typedForm,
})

export type KeptForm = v.InferOutput<typeof keptForm>

const sentForm = v.object({
  client_id: clientId,
  company_id: v.number(),
  poid: v.number(),
  receipt_no: v.string(),
  /** ms since 1970 */
  at: v.number(),
})

export type SentForm = v.InferOutput<typeof sentForm>

export interface FormPlace {
  kind: FormKind
  /** Null: written before a login. */
  companyId: number | null
  /** The application that is corrected; null: a new one. */
  poid: number | null
}

/** What the keys of all forms begin with. */
export const FORM_KEYS = 'form:'

const keyOf = ({ kind, companyId, poid }: FormPlace) => `${FORM_KEYS}${kind}:${companyId ?? 0}:${poid ?? 0}`
const sentKeyOf = (kind: FormKind) => `${FORM_KEYS}${kind}:sent`

/** Undefined where there is none, and where what there is cannot be read. */
export function readKeptForm(place: FormPlace): KeptForm | undefined {
  return read(keyOf(place), keptForm)
}

/** False where the device refuses: storage full or switched off. */
export function keepForm(place: FormPlace, form: KeptForm): boolean {
  return write(keyOf(place), form)
}

export function dropKeptForm(place: FormPlace): void {
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
