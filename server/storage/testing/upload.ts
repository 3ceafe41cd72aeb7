/** Uploads of a browser into the object store of a test's portal. */
import { expect } from 'vitest'
import type { BucketName, UploadToken } from '../../../src/lib/contract/documents/storage.ts'
import { type AliOss, OSS } from '../../objects/testing/ali-oss.ts'
import type { Browser } from '../../testing/browser.ts'
import { OBJECTS_SECRET, type TestPortal } from '../../testing/portal.ts'
import { ownerKeys } from '../local-storage.ts'

export async function tokenFor(visitor: Browser, query: string): Promise<UploadToken> {
  const { body } = await visitor.get(`/main/api/v1/sts_not_token?${query}`)
  expect(body.code).toBe(200)
  return body.data
}

/** Puts `content` below the token's prefix, signed with the token. */
export async function put(
  portal: TestPortal,
  token: UploadToken,
  name: string,
  content: string,
): Promise<string> {
  expect(await tryToPut(portal, token, name, content)).toBe(200)
  return token.key + name
}

/** @returns the status of the store's answer */
export async function tryToPut(
  portal: TestPortal,
  token: UploadToken,
  name: string,
  content: string,
): Promise<number> {
  return send(portal, clientOf(token), token.key + name, content)
}

async function send(portal: TestPortal, client: AliOss, key: string, content: string): Promise<number> {
  const headers = { 'content-type': 'text/plain' }
  const url = await client.signatureUrlV4('PUT', 60, { headers }, key)
  const request = new Request(url, { method: 'PUT', headers, body: content })
  return (await portal.objects().fetch(request)).status
}

export function clientOf(token: UploadToken, endpoint = 'http://localhost'): AliOss {
  return new OSS({
    accessKeyId: token.OSSAccessKeyId,
    accessKeySecret: token.access_key_secret,
    stsToken: token['x-oss-security-token'],
    refreshSTSTokenInterval: 1,
    region: token.region,
    bucket: token.bucket,
    endpoint,
    sldEnable: token.path_style,
    authorizationV4: true,
  })
}

/** Signs with the portal's own keys. */
export function ownerOf(portal: TestPortal): AliOss {
  const { region, bucket } = portal.storage.place('documents')
  const place = { region, bucket, endpoint: 'http://localhost', sldEnable: true, authorizationV4: true }
  return new OSS({ ...ownerKeys(OBJECTS_SECRET), ...place })
}

/** Overwrites an object, which no token can do. */
export async function writeOver(portal: TestPortal, key: string, content: string): Promise<void> {
  expect(await send(portal, ownerOf(portal), key, content)).toBe(200)
}

/** Uploads an object, and returns its key. */
export async function upload(
  portal: TestPortal,
  visitor: Browser,
  content: string,
  bucket: BucketName = 'documents',
): Promise<string> {
  const token = await tokenFor(visitor, `bucket=${bucket}&size=${Buffer.byteLength(content)}`)
  return put(portal, token, 'file.txt', content)
}

/** Returns the bytes of an object; undefined for a missing one. */
export async function sizeOf(portal: TestPortal, key: string): Promise<number | undefined> {
  return (await portal.storage.find('documents', key))?.size
}

/** Returns the used and the reserved bytes of a company. */
export async function usageOf(portal: TestPortal, companyId: number) {
  const { used_bytes, reserved_bytes } = await portal.db
    .selectFrom('companies')
    .select(['used_bytes', 'reserved_bytes'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { used: used_bytes, reserved: reserved_bytes }
}

export async function limitTo(portal: TestPortal, megabytes: number): Promise<void> {
  await portal.db.updateTable('packages').set({ file_storage_mb: megabytes }).execute()
}
