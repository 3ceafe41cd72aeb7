import { readFileSync } from 'node:fs'
import { z } from 'astro/zod'
import { describe, expect, test } from 'vitest'
import { COLLECTION_SCHEMAS, type CollectionName } from '../lib/content/schema/documents.ts'
import { type Described, formOf, groupsOf } from './form-schema.ts'

const COLLECTIONS = Object.keys(COLLECTION_SCHEMAS) as CollectionName[]

/** Returns every field with its path. */
function all(
  { properties = {}, items, oneOf = [] }: Described,
  path = '',
): [path: string, field: Described][] {
  const own = Object.entries(properties)
    // A field that a variant forbids.
    .filter(([, field]) => Object.keys(field).length > 0)
    .flatMap(([key, field]): [string, Described][] => [[path + key, field], ...all(field, `${path}${key}.`)])
  const inside = [...oneOf, ...(items ? [items] : [])].flatMap((schema) => all(schema, path))
  return [...own, ...inside]
}

const every = (name: CollectionName) => formOf(name).flatMap((group) => all(group))

describe.each(COLLECTIONS)('%s', (name) => {
  test('has a form of all its fields', () => {
    const schema = COLLECTION_SCHEMAS[name]
    const shape = 'shape' in schema ? schema.shape : schema.in.shape
    const keys = formOf(name).flatMap(({ properties }) => Object.keys(properties))
    expect(keys.sort()).toEqual(Object.keys(shape).sort())
  })

  test('calls each field in Chinese, no two alike in one place, and knows a control for it', () => {
    const isKnown = ({ type, oneOf, const: fixed, input }: Described) => type ?? oneOf ?? fixed ?? input
    const odd = every(name).filter(
      ([, field]) => !/\p{Script=Han}/u.test(field.title ?? '') || !isKnown(field),
    )
    expect(odd).toEqual([])
    for (const { properties } of formOf(name)) {
      const titles = Object.values(properties).map(({ title }) => title)
      expect(new Set(titles).size).toBe(titles.length)
    }
  })
})

test('docs/policy-fields.md speaks of every field, for those who write YAML', () => {
  const doc = readFileSync('docs/policy-fields.md', 'utf8')
  const words = new Set([...doc.matchAll(/`[^`]+`/g)].flatMap(([code]) => code.match(/\w+/g) ?? []))
  const keys = COLLECTIONS.flatMap((name) => every(name).map(([path]) => path.split('.').at(-1) ?? ''))
  expect(keys.filter((key) => !words.has(key))).toEqual([])
})

test('a field of no part could not be filled in', () => {
  const schema = z.strictObject({ colour: z.string().meta({ title: '颜色', group: '别处' }) })
  expect(() => groupsOf(schema)).toThrow('colour: no known group')
})
