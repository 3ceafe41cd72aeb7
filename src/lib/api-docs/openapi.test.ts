import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { logIn } from '../contract/account/customer.ts'
import { deleteMessage, listMessages } from '../contract/account/message.ts'
import { defineCall } from '../contract/call.ts'
import { idParam } from '../contract/list.ts'
import { CONTRACT_CALLS } from './contract-calls.ts'
import { fieldsOf } from './fields.ts'
import { openApiDocument } from './openapi.ts'

test('the document of the whole contract is valid OpenAPI and has every call', async () => {
  const document = openApiDocument(CONTRACT_CALLS, '测试')
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
  const operations = Object.values(document['paths'] as object).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(CONTRACT_CALLS.length)
  expect(await new Validator().validate({ openapi: '3.1.0' })).toMatchObject({ valid: false })
})

test('every call has its purpose in Chinese', () => {
  const silent = CONTRACT_CALLS.filter(({ call }) => !/\p{Script=Han}/u.test(call.summary ?? ''))
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('names and places are unique', () => {
  const places = CONTRACT_CALLS.map(({ call }) => `${call.method} ${call.path}`)
  expect(new Set(places).size).toBe(places.length)
  expect(new Set(CONTRACT_CALLS.map(({ name }) => name)).size).toBe(places.length)
})

test('the fields of path, query and body, in words', () => {
  expect(fieldsOf(deleteMessage)).toEqual([{ name: 'id', place: '路径', type: '文字', required: true }])
  expect(fieldsOf(listMessages)).toContainEqual({
    name: 'page',
    place: '查询',
    type: '文字',
    required: false,
  })
  expect(fieldsOf(logIn).map(({ name, required }) => [name, required])).toEqual([
    ['phone', true],
    ['captcha', true],
    ['consent', false],
  ])
})

test('a body of several shapes shows the fields of each', () => {
  const call = defineCall({
    summary: '试',
    method: 'POST',
    path: '/x/{id}',
    access: 'company',
    params: idParam,
    body: v.variant('kind', [
      v.object({ kind: v.literal('a'), list: v.array(v.string()) }),
      v.object({ kind: v.literal('b'), choice: v.nullable(v.picklist(['x', 'y'])) }),
    ]),
    answer: v.object({}),
  })
  expect(fieldsOf(call).map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'id: 文字',
    'kind: "a"',
    'list: 列表',
    'kind: "b"',
    'choice: "x"、"y"或空',
  ])
})
