import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBackend } from '../backend.ts'
import { getConfig } from '../config/config.ts'
import { schedule } from '../db/jobs.ts'
import type { LogEntry } from '../log.ts'
import { Browser } from '../testing/browser.ts'
import { LOAN } from '../testing/loan.ts'
import { COMPLETE, gatherParties, type Parties } from '../testing/order-parties.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { adoptObject } from './objects.ts'
import { scanObject } from './scan-objects.ts'
import { REMOVE_OBJECTS, SCAN_OBJECT } from './storage.ts'
import { clientOf, limitTo, tokenFor, upload } from './testing/upload.ts'

const SCANNER = fileURLToPath(new URL('testing/scanner.mjs', import.meta.url))
const SCAN_COMMAND = `${process.execPath} ${SCANNER}`
type ScanOf = { scan?: string }
const FILES = '/startup/api/v1/company/service/files'

let portal: TestPortal
let parties: Parties

beforeEach(async () => {
  const env = { OPERATOR_PHONES: '13900000001,13900000002', SCAN_COMMAND }
  portal = await openPortal({ env })
  parties = await gatherParties(portal)
})
afterEach(() => portal.close())

async function handIn(content: string) {
  const order = await parties.draft(COMPLETE)
  const hash_name = await upload(portal, parties.company, content)
  await parties.company.post(FILES, { local_name: '合同.txt', hash_name, size: 1, order_id: order.id })
  await parties.change(order, 'submit')
  const get = async (browser: Parties['company']) =>
    (
      await browser.post('/main/api/v1/doc/download', {
        filename_local: '合同.txt',
        filename_server: hash_name,
      })
    ).body
  const seen = async () => (await parties.read(order.id)).files[0].scan
  return { seen, byCompany: () => get(parties.company), byOperator: () => get(parties.operator) }
}

test('until the scanner has seen a file, others wait; a clean one is for all who may read it', async () => {
  const file = await handIn('clean')
  expect(await file.seen()).toBe('pending')
  expect((await file.byCompany()).code).toBe(200)
  expect(await file.byOperator()).toEqual({ code: 409, message: '“合同.txt”正在做安全检查，请稍后再下载' })
  await portal.runStorageJobs()
  expect(await file.seen()).toBeUndefined()
  expect((await file.byOperator()).code).toBe(200)
})

test('what is not clean nobody gets, and the security log says so', async () => {
  const file = await handIn('has EICAR in it')
  await portal.runStorageJobs()
  expect(await file.seen()).toBe('refused')
  const refused = { code: 409, message: '“合同.txt”没有通过安全检查，不能下载' }
  for (const answer of [await file.byCompany(), await file.byOperator()]) expect(answer).toEqual(refused)
  const events = (await portal.securityEvents()).filter(({ event }) => event === 'file-refused')
  expect(events).toMatchObject([{ company_id: parties.companyId, role: 'portal' }])
})

test('wherever a file is shown, both sides read what the scanner says: documents, messages, papers', async () => {
  const { company, operator, companyId } = parties
  const content = (text: string) => upload(portal, company, text)
  const { folder } = (await company.post(`/startup/api/v1/company/${companyId}/documents`, { name: '资料' }))
    .body
  const file = {
    folder: folder.id,
    local_name: 'a.txt',
    hash_name: await content('has EICAR in it'),
    size: 1,
  }
  await company.post('/startup/api/v1/document/files', file)
  const detail = { local_name: 'b.txt', hash_name: await content('EICAR, too') }
  const message = { type: 1, detail: JSON.stringify(detail), client_id: 'message-1' }
  const sent = await company.post('/customer/api/v1/chat/detail/phone', message)
  expect(sent.body.data.scan).toBe('pending')
  await company.post('/customer/api/v1/chat/detail/phone', {
    ...message,
    type: 0,
    detail: 'text',
    client_id: 't',
  })
  const material = {
    local_name: 'c.txt',
    hash_name: await content('EICAR again'),
    size: 1,
    name: '征信授权书',
  }
  const clean = { ...material, local_name: 'd.txt', hash_name: await content('clean') }
  const loan = { ...LOAN, materials: [material, clean] }
  const { id } = (await company.post('/customer/api/v1/additional', loan)).body.data
  const conversation = await portal.db
    .selectFrom('conversations')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()

  const seen = async () => {
    const [listed, found, messages, answer, order, submitted] = await Promise.all([
      company.get(`/startup/api/v1/company/${companyId}/document/${folder.id}`),
      company.get(`/startup/api/v1/document/search/${companyId}?name=a.txt`),
      company.get('/customer/api/v1/chat/detail/phone'),
      operator.get(`/operator/api/v1/conversations/${conversation.id}/messages`),
      company.get(`${parties.orders}/${id}`),
      operator.get(`/operator/api/v1/orders/${id}`),
    ])
    return {
      documents: [listed.body.result.files[0].scan, found.body.result.files[0].scan],
      messages: [messages, answer].flatMap(({ body }) => body.result.items.map((item: ScanOf) => item.scan)),
      papers: [order.body.order.scans, submitted.body.order.scans],
    }
  }
  const pending = { [material.hash_name]: 'pending', [clean.hash_name]: 'pending' }
  expect(await seen()).toEqual({
    documents: ['pending', 'pending'],
    messages: ['pending', undefined, 'pending', undefined],
    papers: [pending, pending],
  })
  await portal.runStorageJobs()
  const refused = { [material.hash_name]: 'refused' }
  expect(await seen()).toEqual({
    documents: ['refused', 'refused'],
    messages: ['refused', undefined, 'refused', undefined],
    papers: [refused, refused],
  })
})

test('a scanner that fails lets nothing through, and is asked again', async () => {
  const file = await handIn('BROKEN')
  await portal.runStorageJobs()
  expect(await file.seen()).toBe('pending')
  expect((await file.byOperator()).code).toBe(409)
  expect(portal.logs).toContainEqual(expect.objectContaining({ event: 'job-failed', kind: 'scan-object' }))
})

test.each([
  [
    'breaks off',
    (end: ReadableStreamDefaultController<Uint8Array>) => end.error(new Error('the line broke')),
  ],
  ['ends early', (end: ReadableStreamDefaultController<Uint8Array>) => end.close()],
])('a file whose reading %s is not taken for clean', async (_, breakOff) => {
  const file = await handIn('clean until here, then EICAR')
  const pending = portal.db.selectFrom('stored_objects').select('id').where('scan', '=', 'pending')
  const { id } = await pending.executeTakeFirstOrThrow()
  const read = async () => {
    let isBegun = false
    return new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (isBegun) breakOff(controller)
        else controller.enqueue(Buffer.from('clean'))
        isBegun = true
      },
    })
  }
  const { db, storage, securityLog } = portal
  await expect(
    scanObject({ db, storage: { ...storage, read }, securityLog }, SCAN_COMMAND, id),
  ).rejects.toThrow()
  expect(await file.seen()).toBe('pending')
  await portal.runStorageJobs()
  expect(await file.seen()).toBe('refused')
})

test('a scanner that has seen enough before the end refuses all the same', async () => {
  const file = await handIn('x'.repeat(2 * 1024 ** 2))
  const pending = portal.db.selectFrom('stored_objects').select('id').where('scan', '=', 'pending')
  const { id } = await pending.executeTakeFirstOrThrow()
  await scanObject(portal, `${process.execPath} --eval process.exit(1)`, id)
  expect(await file.seen()).toBe('refused')
})

test('what had no room at first is scanned when it begins to count', async () => {
  const hash_name = await upload(portal, parties.company, 'has EICAR in it')
  const services = {
    ...portal,
    now: () => portal.clock.ms,
    config: getConfig({ NODE_ENV: 'test', SCAN_COMMAND }),
  }
  const adopt = () =>
    adoptObject(services, parties.companyId, {
      hash_name,
      bucket: 'documents',
    })
  await limitTo(portal, 0)
  await expect(adopt()).rejects.toMatchObject({ fields: { overflow: true } })
  await limitTo(portal, 10)
  const { id } = await adopt()
  const row = portal.db.selectFrom('stored_objects').select(['scan', 'released_at']).where('id', '=', id)
  expect(await row.executeTakeFirst()).toEqual({ scan: 'pending', released_at: null })
  await portal.runStorageJobs()
  expect(await row.executeTakeFirst()).toEqual({ scan: 'refused', released_at: null })
})

test('a scanner that never ends holds up no other job, and a stop does not wait for it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'zhice-scans-'))
  const begun = join(dataDir, 'begun')
  // A scanner that reports its start and never ends.
  const script = join(dataDir, 'endless.mjs')
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'
     writeFileSync(${JSON.stringify(begun)}, '')
     setInterval(() => {}, 1000)`,
  )
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    OBJECTS_PORT: '0',
    SCAN_COMMAND: `${process.execPath} ${script}`,
  }
  const logs: LogEntry[] = []
  const spoken: string[] = []
  const backend = await openBackend(
    getConfig(env),
    (entry) => logs.push(entry),
    (line) => spoken.push(line),
  )
  try {
    await backend.listen()
    await addFile(new Browser(backend.app, 'http://localhost'), () => spoken.join('\n'))
    const states = () =>
      backend.db.selectFrom('jobs').select(['kind', 'done_at']).where('done_at', 'is', null)
    await schedule(backend.db, {
      kind: REMOVE_OBJECTS,
      key: 'none',
      // After the scan, so that it would wait for it.
      dueMs: Date.now(),
      payload: { ids: [], removal: 'none' },
    })
    const rounds = backend.jobLanes.map((run) => run())
    await vi.waitUntil(() => existsSync(begun), 90_000)
    await vi.waitUntil(
      async () => (await states().where('kind', '=', REMOVE_OBJECTS).execute()).length === 0,
      90_000,
    )
    await backend.stop()
    await Promise.all(rounds)
    expect(await states().where('kind', '=', SCAN_OBJECT).execute()).toHaveLength(1)
    const objects = await backend.db.selectFrom('stored_objects').select('scan').execute()
    expect(objects).toEqual([{ scan: 'pending' }])
    expect(logs.filter(({ event }) => event === 'job-failed')).toEqual([])
  } finally {
    await backend.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function addFile(browser: Browser, spoken: () => string): Promise<void> {
  const phone = '13800000009'
  await browser.post('/main/api/v1/sms', { phone })
  const captcha = /\b\d{6}\b/.exec(spoken())?.[0]
  const { body } = await browser.post('/customer/api/v1/customer', { phone, captcha })
  const documents = `/startup/api/v1/company/${body.data.company_id}/documents`
  const { folder } = (await browser.post(documents, { name: '资料' })).body
  const token = await tokenFor(browser, 'bucket=documents&size=5')
  const client = clientOf(token, token.endpoint)
  const headers = { 'content-type': 'text/plain' }
  const url = await client.signatureUrlV4('PUT', 60, { headers }, `${token.key}file.txt`)
  expect((await fetch(url, { method: 'PUT', headers, body: 'bytes' })).status).toBe(200)
  const file = { folder: folder.id, local_name: 'file.txt', hash_name: `${token.key}file.txt`, size: 5 }
  expect((await browser.post('/startup/api/v1/document/files', file)).body.code).toBe(200)
}
