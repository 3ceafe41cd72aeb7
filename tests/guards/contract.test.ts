/** One contract, both sides: a call that only one side knows does not work. */
import { globSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isProbePath } from '../../server/http/api-paths.ts'
import { openPortal, type TestPortal } from '../../server/testing/portal.ts'
import { CONTRACT_CALLS } from '../../src/lib/api-docs/contract-calls.ts'
import type { Call } from '../../src/lib/contract/call.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/**
 * Calls for outside users, from the specification: files of the bucket `static` are linked, never signed. The workbench reads
 * `editorsReport` (src/editor).
 */
const FOR_OTHERS = ['editorsReport', 'readFeed', 'downloadStatic']

test('the server has a route for every call, and no other', () => {
  const routes = portal.app.routes
    .filter(({ method, path }) => method !== 'ALL' && !isProbePath(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const calls = CONTRACT_CALLS.map(({ call }) => `${call.method} ${call.path}`)
  expect(routes.sort()).toEqual(calls.sort())
})

/** Ids, pages and counts; other digits in a query are text, where a leading zero counts. */
const NUMBERS = ['after', 'category', 'company_id', 'id', 'ids', 'item_id', 'level', 'page', 'poid', 'size']

test('digits of a query are numbers where they count something, and text where somebody looks for them', () => {
  const entries = CONTRACT_CALLS.flatMap(({ call: { query } }: { call: Call }) =>
    Object.entries((query as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {}),
  )
  const read = entries.flatMap(([key, schema]) => {
    const { success, output } = v.safeParse(schema, '000571')
    return success ? [{ key, isText: output === '000571' }] : []
  })
  const keys = (isText: boolean) => [
    ...new Set(read.filter((one) => one.isText === isText).map(({ key }) => key)),
  ]
  expect(keys(false).sort()).toEqual(NUMBERS)
  expect(keys(true)).toEqual(expect.arrayContaining(['q', 'name', 'region']))
  expect(keys(true).filter((key) => NUMBERS.includes(key))).toEqual([])
})

test('no request has two routes, so that the order of the rooms in app.ts decides nothing', () => {
  const unclear = CONTRACT_CALLS.flatMap(({ call: one }, index) =>
    CONTRACT_CALLS.slice(index + 1).flatMap(({ call: other }) =>
      one.method === other.method && bothMatch(one, other) ? [`${one.method} ${one.path} ${other.path}`] : [],
    ),
  )
  expect(unclear).toEqual([])
})

function bothMatch(one: Call, other: Call): boolean {
  const [parts, words] = [one.path.split('/'), other.path.split('/')]
  return (
    parts.length === words.length &&
    parts.every((part, at) => {
      const word = words[at] ?? ''
      return part === word || takes(one, part, word) || takes(other, word, part)
    })
  )
}

/** Whether `part` of the call's path is a parameter that accepts this part of another's path. */
function takes(call: Call, part: string, word: string): boolean {
  if (!part.startsWith('{')) return false
  const { entries } = call.params as v.ObjectSchema<v.ObjectEntries, undefined>
  const schema = entries[part.slice(1, -1)]
  return word.startsWith('{') || (schema !== undefined && v.is(schema, word))
}

test('every call is made by some screen or store', () => {
  const clients = globSync('src/{islands,components,layouts,pages,lib/*}/**/*.{ts,tsx,astro}')
    .filter((path) => !/\.test\.tsx?$|^src\/lib\/(?:contract|api-docs)\//.test(path))
    .map((path) => readFileSync(path, 'utf8'))
  const isMade = (name: string) => clients.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  expect(CONTRACT_CALLS.map(({ name }) => name).filter((name) => !isMade(name))).toEqual(FOR_OTHERS)
})

test('every address that is promised is there', () => {
  const paths = new Set(
    CONTRACT_CALLS.map(({ call }) => `${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`),
  )
  expect(SPECIFIED.filter((place) => !paths.has(place))).toEqual([])
})

/** Calls with fixed addresses (behaviour B14.7), with every placeholder as {}. */
const SPECIFIED = `
GET /wechat/api/v1/data/butieyi
GET /wechat/api/v1/share/signature
POST /main/api/v1/sms
GET /main/api/v1/sts_not_token
POST /main/api/v1/static/download
POST /main/api/v1/doc/download
POST /customer/api/v1/customer
GET /customer/api/v1/login
GET /customer/api/v1/logout
GET /customer/api/v1/additional
POST /customer/api/v1/additional
GET /customer/api/v1/fixed/question
POST /customer/api/v1/fixed/question
GET /customer/api/v1/fixed/platformpolicy
PUT /customer/api/v1/fixed/platformpolicy/{}/follow
DELETE /customer/api/v1/fixed/platformpolicy/{}/follow
POST /customer/api/v1/reset/fix/answer
GET /customer/api/v1/question/bill
GET /customer/api/v1/message
DELETE /customer/api/v1/message/{}
POST /customer/api/v1/message/{}/read
GET /customer/api/v1/index/data
GET /customer/api/v1/index/logo
GET /customer/api/v1/chat/resource
POST /customer/api/v1/chat/resource
GET /customer/api/v1/chat/detail/phone
POST /customer/api/v1/chat/detail/phone
GET /customer/api/v1/chat/file
POST /customer/api/v1/chat/file
PUT /customer/api/v1/chat/file/modify/{}
DELETE /customer/api/v1/chat/file/modify/{}
POST /customer/api/v1/chat/remark/{}
GET /startup/api/v1/categorys
POST /startup/api/v1/categorys
GET /startup/api/v1/category/{}
PUT /startup/api/v1/category/{}
GET /startup/api/v1/advisory/{}/groups
GET /startup/api/v1/advisory/group/{}/messages
POST /startup/api/v1/advisory/group/message
PUT /startup/api/v1/advisory/group/{}
POST /startup/api/v1/advisory/attachment
GET /startup/api/v1/advisory/attachments/{}
PUT /startup/api/v1/advisory/attachment/modify/{}
GET /startup/api/v1/advisory/attachment/download/{}
DELETE /startup/api/v1/advisory/attachment/delete/{}
GET /startup/api/v1/packages
GET /startup/api/v1/experts
GET /startup/api/v1/reservations
POST /startup/api/v1/reservations
GET /startup/api/v1/company/order/{}
POST /startup/api/v1/company/order/{}
PUT /startup/api/v1/company/order/{}/{}
POST /startup/api/v1/company/service/files
PUT /startup/api/v1/company/service/files/{}
PUT /startup/api/v1/again/service/{}
DELETE /startup/api/v1/again/service/{}
GET /startup/api/v1/home/page/chatting/{}
GET /startup/api/v1/company/guide
GET /startup/api/v1/company/{}/documents
POST /startup/api/v1/company/{}/documents
GET /startup/api/v1/company/{}/document/{}
PUT /startup/api/v1/company/{}/document/{}
PATCH /startup/api/v1/company/{}/document/{}
DELETE /startup/api/v1/company/{}/document/{}
GET /startup/api/v1/company/{}/document/{}/download
POST /startup/api/v1/document/files
PUT /startup/api/v1/document/file/{}
PATCH /startup/api/v1/document/file/{}
DELETE /startup/api/v1/document/file/{}
GET /startup/api/v1/document/search/{}
GET /startup/api/v1/document/download/{}
GET /operator/api/v1/orders
GET /operator/api/v1/conversations
POST /operator/api/v1/messages/preview
POST /operator/api/v1/messages
GET /operator/api/v1/additional
GET /operator/api/v1/packages
PUT /operator/api/v1/company/{}/level
GET /operator/api/v1/experts
GET /operator/api/v1/categorys
`
  .trim()
  .split('\n')
