/** The settings of Aliyun, pointed at the local store on a port: the same code, over the wire. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Role } from '../aliyun/assume-role.ts'
import { getConfig } from '../config/config.ts'
import type { AliyunObjects } from '../config/objects.ts'
import { GatewayError } from '../http/ask-json.ts'
import { CREDENTIALS, openTestStore, type TestStore } from '../objects/testing/open-store.ts'
import { aliyunStorage } from './configured-storage.ts'
import type { Storage } from './storage.ts'

const EXPIRES = Date.parse('2026-11-21T11:00:00Z')
let oss: TestStore
let roles: Role[]
let storage: Storage

function settings(endpoint: string): AliyunObjects {
  const { objects } = getConfig({
    OSS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    OSS_ACCESS_KEY_SECRET: CREDENTIALS.accessKeySecret,
    OSS_ROLE_ARN: 'acs:ram::1:role/upload',
    OSS_BUCKET_DOCUMENTS: 'papers',
    OSS_BUCKET_STATIC: 'pictures',
    OSS_INTERNAL_ENDPOINT: endpoint,
  })
  if (objects.kind !== 'aliyun') throw new Error('not the settings of Aliyun')
  return objects
}

const assume = async (_: unknown, role: Role) => {
  roles.push(role)
  return { accessKeyId: 'STS.1', accessKeySecret: 's', securityToken: 't', expiresAtMs: EXPIRES }
}

beforeEach(async () => {
  oss = await openTestStore({ buckets: { papers: 'private', pictures: 'private' } })
  roles = []
  const config = settings(`http://127.0.0.1:${oss.port}`)
  storage = aliyunStorage(config, Date.now, { assume, pathStyle: true })
})
afterEach(() => oss.close())

test('objects are measured, listed and removed', async () => {
  const client = oss.client({ bucket: 'papers' })
  for (const name of ['业务 (1)+.pdf', '<&>\'"', 'z'])
    await client.put(`companies/1/x/${name}`, Buffer.from('12345'))
  await client.put('companies/1/y/a', Buffer.from('1'))
  expect(await storage.find('documents', 'companies/1/x/业务 (1)+.pdf')).toEqual({
    size: 5,
    etag: '827CCB0EEA8A706C4C34A16891F84E7B',
    crc64: expect.stringMatching(/^\d{10,20}$/),
  })
  expect(await storage.find('documents', 'companies/1/x/none')).toBeUndefined()
  const found = await storage.list('documents', 'companies/1/x/')
  expect(found.map(({ key }) => key.slice(14))).toEqual(['<&>\'"', 'z', '业务 (1)+.pdf'])
  await storage.remove('documents', [...found.map(({ key }) => key), 'companies/1/x/none'])
  await storage.remove('documents', [])
  expect(await storage.list('documents', 'companies/1/')).toMatchObject([{ key: 'companies/1/y/a', size: 1 }])
  expect(oss.faults).toEqual([])
})

test('every page of a listing is read, and every upload in parts is ended', async () => {
  const client = oss.client({ bucket: 'pictures' })
  for (let count = 0; count < 1001; count += 1) await client.put(`many/${count}`, Buffer.from('1'))
  expect(await storage.list('static', 'many/')).toHaveLength(1001)
  await client.initMultipartUpload('parts/a b')
  await client.initMultipartUpload('parts/业')
  await client.initMultipartUpload('other')
  await storage.abortUploads('static', 'parts/')
  const { uploads } = await client.listUploads(null)
  expect(uploads.map(({ name }) => name)).toEqual(['other'])
})

test('browsers get the public place, and keys for one prefix', async () => {
  const place = {
    region: 'oss-cn-beijing',
    endpoint: 'https://oss-cn-beijing.aliyuncs.com',
    pathStyle: false,
  }
  const config = settings(`http://127.0.0.1:${oss.port}`)
  storage = aliyunStorage(config, Date.now, { assume })
  expect(storage.forHost('192.168.1.2').place('documents')).toEqual({ ...place, bucket: 'papers' })
  expect(storage.origins()).toEqual([
    'https://papers.oss-cn-beijing.aliyuncs.com',
    'https://pictures.oss-cn-beijing.aliyuncs.com',
  ])
  const url = await storage.signedDownload('documents', 'companies/1/x/a', 'a.pdf')
  expect(url).toMatch(
    /^https:\/\/papers\.oss-cn-beijing\.aliyuncs\.com\/companies\/1\/x\/a\?response-content-/,
  )
  const keys = await storage.issueKeys(
    'documents',
    { prefix: 'companies/1/x/', customerId: 1, bytes: 5 },
    900,
  )
  expect(keys).toMatchObject({ accessKeyId: 'STS.1', expiresAtMs: EXPIRES })
  expect(roles).toMatchObject([{ roleArn: 'acs:ram::1:role/upload', durationSeconds: 900 }])
  const policy = JSON.parse(roles[0]?.policy ?? '')
  expect(policy.Statement[0].Resource).toEqual(['acs:oss:*:*:papers/companies/1/x/*'])
  expect(policy.Statement[0].Action).not.toContain('oss:DeleteObject')
})

test('a store that refuses or is not there is no missing object', async () => {
  const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)
  const endpoint = `http://127.0.0.1:${oss.port}`
  const wrong = aliyunStorage({ ...settings(endpoint), accessKeySecret: 'geheim' }, Date.now, {
    pathStyle: true,
  })
  const refused = await failure(wrong.list('documents', 'companies/'))
  expect(refused).toBeInstanceOf(GatewayError)
  expect(refused).toMatchObject({ kind: 'refused', code: 'HTTP 403 SignatureDoesNotMatch' })
  const gone = aliyunStorage(settings('http://127.0.0.1:9'), Date.now, { pathStyle: true })
  expect(await failure(gone.find('documents', 'a'))).toMatchObject({ kind: 'unreachable' })
})
