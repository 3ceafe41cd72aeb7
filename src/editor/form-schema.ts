/** The schema that the build validates documents with, as plain data. The workbench draws its form from this alone. */
import { z } from 'astro/zod'
import { COLLECTION_SCHEMAS, type CollectionName } from '../lib/content/schema/documents.ts'
import { FIELD_GROUPS } from '../lib/content/schema/fields.ts'

export interface Described {
  type?: string
  format?: string
  const?: unknown
  enum?: (string | number | boolean | null)[]
  maxLength?: number
  minItems?: number
  items?: Described | false
  prefixItems?: Described[]
  properties?: Record<string, Described>
  required?: string[]
  oneOf?: Described[]
  title?: string
  description?: string
  group?: string
  input?: string
  labels?: Record<string, string>
  unit?: string
  unitField?: string
  hanzi?: number
  /** Its records are shown expanded. */
  isOpen?: boolean
  /** It is shown without a value. */
  isShown?: boolean
}

export interface FormGroup extends Described {
  title: string
  properties: Record<string, Described>
}

export function formOf(collection: CollectionName): FormGroup[] {
  return groupsOf(COLLECTION_SCHEMAS[collection])
}

/** Returns the sections in order; throws if a field has no section, because nobody could fill it in. */
export function groupsOf(schema: z.ZodType): FormGroup[] {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  const { properties = {}, required = [] } = described as Described
  const lost = Object.keys(properties).find(
    (key) => !FIELD_GROUPS.some((known) => known === properties[key]?.group),
  )
  if (lost) throw new Error(`${lost}: no known group`)
  return FIELD_GROUPS.map((title) => ({
    title,
    required,
    properties: Object.fromEntries(Object.entries(properties).filter(([, { group }]) => group === title)),
  })).filter((group) => Object.keys(group.properties).length > 0)
}
