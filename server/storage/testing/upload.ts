/** Uploads as a browser makes them, into the object store of a test's portal. */
import { expect } from 'vitest'
import type { BucketName, UploadToken } from '../../../src/lib/contract/documents/storage.ts'
import { type AliOss, OSS } from '../../objects/testing/ali-oss.ts'
import type { Browser } from '../../testing/browser.ts'
import type { TestPortal } from '../../testing/portal.ts'

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
  const key = token.key + name
  const headers = { 'content-type': 'text/plain' }
  const url = await clientOf(token).signatureUrlV4('PUT', 60, { headers }, key)
  const answer = await portal.objects().fetch(new Request(url, { method: 'PUT', headers, body: content }))
  expect(answer.status).toBe(200)
  return key
}

export function clientOf(token: UploadToken): AliOss {
  return new OSS({
    accessKeyId: token.OSSAccessKeyId,
    accessKeySecret: token.access_key_secret,
    stsToken: token['x-oss-security-token'],
    refreshSTSTokenInterval: 1,
    region: token.region,
    bucket: token.bucket,
    endpoint: 'http://localhost',
    sldEnable: token.path_style,
  })
}

/** A whole upload; the key of what now lies in the store. */
export async function upload(
  portal: TestPortal,
  visitor: Browser,
  content: string,
  bucket: BucketName = 'documents',
): Promise<string> {
  const token = await tokenFor(visitor, `bucket=${bucket}&size=${content.length}`)
  return put(portal, token, 'file.txt', content)
}

/** What a company may store, what it does, and what is reserved for it; bytes. */
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
