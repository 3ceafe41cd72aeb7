import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { COLLECTION_SCHEMAS, type CollectionName } from './schema/documents.ts'
import { newDocument } from './templates.ts'

const NAMES = Object.keys(COLLECTION_SCHEMAS) as CollectionName[]

const fieldsOf = (name: CollectionName) => newDocument(name, 1).split('---\n')[1] ?? ''
const problems = (name: CollectionName, fields: string) =>
  COLLECTION_SCHEMAS[name].safeParse(parse(fields)).error?.issues

test.each(NAMES)('%s: builds unchanged', (name) => {
  expect(problems(name, fieldsOf(name))).toBeUndefined()
})

test.each(NAMES)('%s: each proposed field is valid', (name) => {
  const all = fieldsOf(name).replace(/^# (?=\w+:)/gm, '')
  expect(problems(name, all)).toBeUndefined()
})
