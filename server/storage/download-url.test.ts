import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { holdObject, lockObject } from './object-rows.ts'
import { adoptObject } from './objects.ts'
import { releaseObject } from './release-objects.ts'
import { upload } from './testing/upload.ts'

let portal: TestPortal
let visitor: Browser
let companyId: number

beforeEach(async () => {
  portal = await openPortal()
  visitor = await portal.loggedIn('13800000001')
  companyId = await companyOf(visitor)
})
afterEach(() => portal.close())

async function companyOf(somebody: Browser): Promise<number> {
  const { body } = await somebody.get('/customer/api/v1/login')
  return body.data.company_id
}

const services = () => ({ db: portal.db, storage: portal.storage, now: () => portal.clock.ms })
const ask = async (key: string, from = visitor, kind = 'doc', name = '申请.txt') =>
  (await from.post(`/main/api/v1/${kind}/download`, { filename_local: name, filename_server: key })).body
const fetchFrom = (url: string) => portal.objects().fetch(new Request(url))

test.each(['申请.txt', 'a"b.txt', '😀.txt', "it's (1)*%.txt", '\u202etxt.exe', '../../x', ';filename=y'])(
  'saves %j as an attachment',
  async (name) => {
    const hash_name = await upload(portal, visitor, 'content')
    await adoptObject(services(), companyId, { hash_name, bucket: 'documents' })
    const { code, download_url } = await ask(hash_name, visitor, 'doc', name)
    expect(code).toBe(200)
    expect(download_url).toMatch(/^http:\/\/portal\.test:4322\/documents\/companies\/.*x-oss-expires=300&/)
    const answer = await fetchFrom(download_url)
    expect(await answer.text()).toBe('content')
    const safe = name.replace(/[\u202e/]/g, '_')
    const disposition = answer.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w.%~!-]+$/)
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(safe)
  },
)

test('is refused to others, for the other bucket, and for what was not adopted', async () => {
  const hash_name = await upload(portal, visitor, 'content')
  const missing = { code: 404, message: '没有找到这个文件，它可能已被删除' }
  expect(await ask(hash_name)).toEqual(missing)
  const { id } = await adoptObject(services(), companyId, { hash_name, bucket: 'documents' })
  expect(await ask(hash_name, visitor, 'static')).toEqual(missing)
  const other = await portal.loggedIn('13800000002')
  const operator = await portal.loggedIn('13900000000')
  expect(await ask(hash_name, other)).toEqual(missing)
  expect(await ask(hash_name, operator)).toEqual(missing)
  const hold = { object_id: id, holder_id: 1, company_id: companyId }
  await portal.db
    .insertInto('object_holds')
    .values({ ...hold, kind: 'chat_file', operators: 1 })
    .execute()
  expect((await ask(hash_name, operator)).code).toBe(200)
  expect(await ask(hash_name, other)).toEqual(missing)
  const shared = { ...hold, kind: 'chat_message', company_id: await companyOf(other) }
  await portal.db
    .insertInto('object_holds')
    .values({ ...shared, operators: 0 })
    .execute()
  expect((await ask(hash_name, other)).code).toBe(200)
})

test('is refused once the object is released', async () => {
  const hash_name = await upload(portal, visitor, 'content')
  const { id } = await adoptObject(services(), companyId, { hash_name, bucket: 'documents' })
  expect((await ask(hash_name)).code).toBe(200)
  const holder = { kind: 'chat_file', id: 1, companyId, operators: false } as const
  await portal.db.transaction().execute(async (transaction) => {
    await holdObject(transaction, await lockObject(transaction, { id }), holder)
    await releaseObject(transaction, id, holder, portal.clock.ms)
  })
  expect((await ask(hash_name)).code).toBe(404)
})

test('from the public bucket', async () => {
  const hash_name = await upload(portal, visitor, 'logo', 'static')
  await adoptObject(services(), companyId, { hash_name, bucket: 'static' })
  const { download_url } = await ask(hash_name, visitor, 'static')
  expect(await (await fetchFrom(download_url)).text()).toBe('logo')
  expect((await fetchFrom(`http://portal.test:4322/static/${hash_name}`)).status).toBe(200)
})

test.each(['a\r\nb', '', 'x'.repeat(256), '\u0000'])('%j is no name', async (name) => {
  const key = `companies/${companyId}/abcdefghijklmnopqrstu-/a`
  expect((await ask(key, visitor, 'doc', name)).code).toBe(400)
})
