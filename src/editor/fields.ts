/**
 * What the form shows of each collection, as plain data, from the one schema: on the server only, for the schema library
 * stays there. The user interface takes the types.
 */
import { z } from 'astro/zod'
import { COLLECTION_SCHEMAS, type CollectionName } from '../lib/content/schema/documents.ts'
import { FIELD_GROUPS } from '../lib/content/schema/fields.ts'

export interface Option {
  value: string | number
  label: string
}

/** What is entered, and by which control. */
export type Entry =
  | { kind: 'text'; max: number | null; hanzi: number | null; format: 'email' | 'url' | null }
  | { kind: 'date' }
  /** `unitField`: the field beside it that says the unit. */
  | { kind: 'number'; isWhole: boolean; unit: string | null; unitField: string | null }
  | { kind: 'choice'; options: Option[] }
  | { kind: 'yesNo' }
  /** Written without being asked for. */
  | { kind: 'fixed'; value: string }
  /** Picked from a register by search; `authorities` are several in one text. */
  | { kind: 'pick'; from: 'region' | 'authority' | 'authorities' | 'originals' | 'interpretations' }
  | { kind: 'list'; of: Entry; least: number }
  /** So many, each in its place. */
  | { kind: 'tuple'; of: Entry[] }
  | { kind: 'record'; fields: Field[] }
  /** Which fields there are says the one named `by`. */
  | { kind: 'variants'; by: string; label: string; variants: Variant[] }
  | { kind: 'rules' }
  | { kind: 'formula' }

export interface Field {
  key: string
  label: string
  help: string | null
  isRequired: boolean
  entry: Entry
}

interface Variant {
  value: string
  help: string | null
  fields: Field[]
}

export interface FieldGroup {
  title: string
  fields: Field[]
}

/** What the schema library writes of a field, with the `meta` of the schema beside it. */
interface Described {
  type?: string
  format?: string
  const?: unknown
  enum?: (string | number)[]
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
}

/** The form of a collection; throws where the schema has a field that no control can show, or none has named. */
export function fieldsOf(collection: CollectionName): FieldGroup[] {
  const described = z.toJSONSchema(COLLECTION_SCHEMAS[collection], {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  })
  return groupsOf(described as Described, collection)
}

export function groupsOf({ properties = {}, required }: Described, name: string): FieldGroup[] {
  const all = Object.entries(properties).map(([key, described]) => ({
    group: described.group,
    field: fieldOf(key, described, required, `${name}.${key}`),
  }))
  for (const { group, field } of all) {
    if (!FIELD_GROUPS.some((known) => known === group)) {
      throw new Error(`${name}.${field.key}: no known group`)
    }
  }
  return FIELD_GROUPS.map((title) => ({
    title,
    fields: all.flatMap(({ group, field }) => (group === title ? [field] : [])),
  })).filter(({ fields }) => fields.length > 0)
}

function fieldOf(key: string, described: Described, required: string[] = [], path: string): Field {
  if (!described.title) throw new Error(`${path}: no title`)
  return {
    key,
    label: described.title,
    help: described.description ?? null,
    isRequired: required.includes(key),
    entry: entryOf(described, path),
  }
}

const PICKED = ['region', 'authority', 'authorities', 'originals', 'interpretations'] as const

function entryOf(described: Described, path: string): Entry {
  const { input, labels, type } = described
  if (input === 'rules' || input === 'formula') return { kind: input }
  const from = PICKED.find((known) => known === input)
  if (from) return { kind: 'pick', from }
  if (described.oneOf) return variantsOf(described.oneOf, path)
  if (described.const !== undefined) return { kind: 'fixed', value: String(described.const) }
  const values = described.enum ?? (labels && Object.keys(labels).map(Number))
  if (values) {
    return {
      kind: 'choice',
      options: values.map((value) => ({ value, label: labels?.[value] ?? String(value) })),
    }
  }
  switch (type) {
    case 'string':
      return textOf(described)
    case 'integer':
    case 'number': {
      const { unit = null, unitField = null } = described
      return { kind: 'number', isWhole: type === 'integer', unit, unitField }
    }
    case 'boolean':
      return { kind: 'yesNo' }
    case 'array':
      if (described.prefixItems) {
        return { kind: 'tuple', of: described.prefixItems.map((item) => entryOf(item, path)) }
      }
      return {
        kind: 'list',
        of: entryOf(described.items || {}, `${path}.0`),
        least: described.minItems ?? 0,
      }
    case 'object':
      return { kind: 'record', fields: fieldsIn(described, path) }
    default:
      throw new Error(`${path}: no control for it`)
  }
}

function textOf({ format, maxLength, hanzi }: Described): Entry {
  if (format === 'date') return { kind: 'date' }
  return {
    kind: 'text',
    max: maxLength ?? null,
    hanzi: hanzi ?? null,
    format: format === 'email' ? 'email' : format === 'uri' ? 'url' : null,
  }
}

/** Fields that a variant forbids have no type. */
function fieldsIn({ properties = {}, required }: Described, path: string): Field[] {
  return Object.entries(properties)
    .filter(([, described]) => Object.keys(described).length > 0)
    .map(([key, described]) => fieldOf(key, described, required, `${path}.${key}`))
}

function variantsOf(options: Described[], path: string): Entry {
  const by = Object.entries(options[0]?.properties ?? {}).find(([, { const: value }]) => value !== undefined)
  if (!by?.[1].title) throw new Error(`${path}: no field that tells its variants apart`)
  const [key, { title }] = by
  return {
    kind: 'variants',
    by: key,
    label: title,
    variants: options.map((option) => ({
      value: String(option.properties?.[key]?.const),
      help: option.properties?.[key]?.description ?? null,
      fields: fieldsIn(option, path).filter((field) => field.key !== key),
    })),
  }
}
