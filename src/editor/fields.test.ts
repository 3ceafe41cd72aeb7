import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COLLECTION_SCHEMAS, type CollectionName } from '../lib/content/schema/documents.ts'
import { type Entry, type Field, fieldsOf, groupsOf } from './fields.ts'

const COLLECTIONS = Object.keys(COLLECTION_SCHEMAS) as CollectionName[]

/** Every field with the way to it. */
function all(fields: readonly Field[], path = ''): [path: string, field: Field][] {
  return fields.flatMap((field) => [
    [path + field.key, field] as [string, Field],
    ...inside(field.entry, `${path}${field.key}.`),
  ])
}

function inside(entry: Entry, path: string): [string, Field][] {
  switch (entry.kind) {
    case 'record':
      return all(entry.fields, path)
    case 'variants':
      return entry.variants.flatMap(({ fields }) => all(fields, path))
    case 'list':
      return inside(entry.of, path)
    default:
      return []
  }
}

const every = (name: CollectionName) => all(fieldsOf(name).flatMap(({ fields }) => fields))
const find = (name: CollectionName, path: string) => every(name).find(([own]) => own === path)?.[1]

describe.each(COLLECTIONS)('%s', (name) => {
  test('has a form of all its fields', () => {
    const schema = COLLECTION_SCHEMAS[name]
    const shape = 'shape' in schema ? schema.shape : schema.in.shape
    expect(
      fieldsOf(name)
        .flatMap(({ fields }) => fields.map(({ key }) => key))
        .sort(),
    ).toEqual(Object.keys(shape).sort())
  })

  test('calls each field in Chinese, no two alike in one place', () => {
    const labels = every(name)
    expect(labels.filter(([, { label }]) => !/\p{Script=Han}/u.test(label))).toEqual([])
    for (const { fields } of fieldsOf(name)) {
      expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length)
    }
  })
})

test('docs/policy-fields.md speaks of every field, for those who write YAML', () => {
  const doc = readFileSync('docs/policy-fields.md', 'utf8')
  const words = new Set([...doc.matchAll(/`[^`]+`/g)].flatMap(([code]) => code.match(/\w+/g) ?? []))
  expect(COLLECTIONS.flatMap((name) => every(name).filter(([, { key }]) => !words.has(key)))).toEqual([])
})

test('what the schema says of a field, the form knows', () => {
  expect(find('interpretations', 'short')).toEqual({
    key: 'short',
    label: '名称',
    help: expect.stringContaining('口头'),
    isRequired: false,
    entry: { kind: 'text', max: 28, hanzi: 14, format: null },
  })
  expect(find('interpretations', 'title')).toMatchObject({ isRequired: true, entry: { max: 200 } })
  expect(find('interpretations', 'region')?.entry).toEqual({ kind: 'pick', from: 'region' })
  expect(find('interpretations', 'department')?.entry).toEqual({ kind: 'pick', from: 'authorities' })
  expect(find('interpretations', 'conditions.original')?.entry).toEqual({ kind: 'pick', from: 'originals' })
  expect(find('interpretations', 'eligibility')?.entry).toEqual({ kind: 'rules' })
  expect(find('interpretations', 'benefit')?.entry).toEqual({ kind: 'formula' })
  expect(find('interpretations', 'amount.max')?.entry).toEqual({
    kind: 'number',
    isWhole: false,
    unit: null,
    unitField: 'unit',
  })
  expect(find('originals', 'issuers')?.entry).toEqual({
    kind: 'list',
    of: { kind: 'pick', from: 'authority' },
    least: 0,
  })
  expect(find('originals', 'made')?.entry).toEqual({ kind: 'date' })
  expect(find('originals', 'attachments.url')?.entry).toMatchObject({ kind: 'text', format: 'url' })
  expect(find('providers', 'category')?.entry).toMatchObject({
    kind: 'choice',
    options: [{ value: 1, label: '知识产权' }, {}, {}, {}, {}, {}],
  })
  expect(find('loans', 'methods')?.entry).toMatchObject({
    of: { options: [{ value: 'annuity', label: '等额本息' }, {}, {}] },
    least: 1,
  })
  expect(find('funds', 'ticket.unit')?.entry).toEqual({ kind: 'fixed', value: '元' })
})

test('a variant has the fields that its kind allows', () => {
  const window = find('interpretations', 'window')?.entry
  expect(
    window?.kind === 'variants' && [
      window.by,
      ...window.variants.map(({ value, fields }) => [value, ...fields.map(({ key }) => key)].join(' ')),
    ],
  ).toEqual([
    'kind',
    '全年可享 opens closes note',
    '常年受理 closes note',
    '按批次受理 closes months over last note',
    '申报期 opens closes note',
    '法律法规 note',
    '期限待核实 note',
  ])
})

test.each([
  [{ colour: { type: 'string', group: '文件' } }, 'own.colour: no title'],
  [{ colour: { type: 'string', title: '颜色' } }, 'own.colour: no known group'],
  [{ colour: { type: 'null', title: '颜色', group: '文件' } }, 'own.colour: no control for it'],
  [
    {
      all: {
        type: 'array',
        title: '全部',
        group: '文件',
        items: { type: 'object', properties: { a: { type: 'string' } } },
      },
    },
    'own.all.0.a: no title',
  ],
])('a field that the form could not show is named: %j', (properties, message) => {
  expect(() => groupsOf({ properties }, 'own')).toThrow(message)
})
