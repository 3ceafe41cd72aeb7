/** Attacks on documents in use: submitted, approved and sent ones stay byte for byte the same. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tokenFor, tryToPut, writeOver } from '../../server/storage/testing/upload.ts'
import { COMPLETE, gatherParties, type Parties, WITH_OPERATORS } from '../../server/testing/order-parties.ts'
import { openPortal, type TestPortal } from '../../server/testing/portal.ts'
import type { UploadToken } from '../../src/lib/contract/documents/storage.ts'

const TOKEN = '/main/api/v1/sts_not_token'
const FILES = '/startup/api/v1/company/service/files'
const ORIGINAL = 'ORIGINAL'
const FORGED = 'FORGED!!'

let portal: TestPortal
let parties: Parties

beforeEach(async () => {
  portal = await openPortal(WITH_OPERATORS)
  parties = await gatherParties(portal)
})
afterEach(() => portal.close())

interface Sent {
  key: string
  token: UploadToken
}

async function downloadBy(browser: Parties['operator'], key: string): Promise<string> {
  const body = { filename_local: 'a.txt', filename_server: key }
  const { code, download_url } = (await browser.post('/main/api/v1/doc/download', body)).body
  if (code !== 200) return `refused ${code}`
  return (await portal.objects().fetch(new Request(download_url))).text()
}

/** Attempts of a company to write below a former prefix of its own: neither new keys nor the old ones do it. */
async function forge({ key, token }: Sent): Promise<void> {
  for (const query of ['key', 'new_key', 'size=0&new_key', 'size=8&new_key']) {
    const { body } = await parties.company.get(`${TOKEN}?bucket=documents&${query}=${token.key}`)
    expect(body.code, query).toBe(404)
  }
  for (const name of [key.slice(token.key.length), 'other.txt']) {
    expect(await tryToPut(portal, token, name, FORGED)).toBe(403)
  }
}

async function later(): Promise<void> {
  portal.clock.ms += 30 * 3_600_000
  await portal.runStorageJobs()
  await portal.proveAll()
}

async function send(): Promise<Sent> {
  const token = await tokenFor(parties.company, `bucket=documents&size=${ORIGINAL.length}`)
  expect(await tryToPut(portal, token, 'contract.txt', ORIGINAL)).toBe(200)
  return { key: `${token.key}contract.txt`, token }
}

async function submitWith(hash_name: string): Promise<{ id: number; revision: number }> {
  const order = await parties.draft(COMPLETE)
  const file = { local_name: 'contract.txt', hash_name, size: 8, order_id: order.id }
  expect((await parties.company.post(FILES, file)).body.code).toBe(200)
  return (await parties.change(order, 'submit')).body.order
}

describe('the bytes stay the same', () => {
  test('of a file of an application, during writing, reading and approval, and long after', async () => {
    const papers = await send()
    const { key } = papers
    const { id } = await submitWith(key)
    await forge(papers)
    await parties.move(id, 'reviewing')
    await parties.move(id, 'approved')
    await later()
    await forge(papers)
    expect(await downloadBy(parties.operator, key)).toBe(ORIGINAL)
  })

  test('of a file that was sent in the chat', async () => {
    const papers = await send()
    const { key } = papers
    await parties.company.post('/customer/api/v1/chat/resource', {})
    const detail = { local_name: 'contract.txt', hash_name: key }
    const message = { type: 1, detail: JSON.stringify(detail), client_id: 'a' }
    const sent = await parties.company.post('/customer/api/v1/chat/detail/phone', message)
    expect(sent.body.code).toBe(200)
    await forge(papers)
    await later()
    await forge(papers)
    expect(await downloadBy(parties.operator, key)).toBe(ORIGINAL)
  })
})

test('an upload stays closed when what it brought is gone, and is forgotten in the end', async () => {
  const { key, token } = await send()
  await parties.company.post('/main/api/v1/sts_not_token/cancel', { key: `${token.key}` })
  const second = await send()
  const { folder } = (
    await parties.company.post(`/startup/api/v1/company/${parties.companyId}/documents`, { name: '资料' })
  ).body
  const file = { folder: folder.id, local_name: 'a.txt', hash_name: second.key, size: 1 }
  const added = (await parties.company.post('/startup/api/v1/document/files', file)).body.file
  await parties.company.delete(`/startup/api/v1/document/file/${added.id}`)
  // Until then the deletion can be taken back.
  portal.clock.ms += 60_000
  await portal.runStorageJobs()
  const objects = portal.db.selectFrom('stored_objects').select('id').where('key', 'in', [key, second.key])
  expect(await objects.execute()).toEqual([])
  const row = portal.db
    .selectFrom('uploads')
    .select(['closed', 'object_id'])
    .where('prefix', '=', second.token.key)
  expect(await row.executeTakeFirst()).toEqual({ closed: 1, object_id: null })
  await forge(second)
  // On Aliyun a token may write after its upload was closed: the result is deleted with the upload.
  await writeOver(portal, second.key, 'LATE')
  await later()
  expect(await portal.storage.find('documents', second.key)).toBeUndefined()
  expect(await row.executeTakeFirst()).toBeUndefined()
})

test.each(['FORGED!!', 'longer than it was'])(
  'an overwritten object (%s) is withheld from downloads, and reported',
  async (content) => {
    const { key } = await send()
    await submitWith(key)
    await writeOver(portal, key, content)
    for (const browser of [parties.operator, parties.company]) {
      expect(await downloadBy(browser, key)).toBe('refused 409')
    }
    const reported = (await portal.securityEvents()).filter(({ event }) => event === 'file-differs')
    const entry = {
      company_id: parties.companyId,
      role: 'portal',
      target: expect.stringMatching(/^object=\d+$/),
    }
    expect(reported).toMatchObject([{ ...entry, times: 2 }])
    await writeOver(portal, key, ORIGINAL)
    expect(await downloadBy(parties.operator, key)).toBe(ORIGINAL)
  },
)
