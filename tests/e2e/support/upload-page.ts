/** A page with the unchanged browser bundle of ali-oss, and what a test does there. */
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'
import { TOKEN_SECONDS, type UploadToken } from '../../../src/lib/contract/documents/storage.ts'

const BUNDLE = createRequire(import.meta.url).resolve('ali-oss/dist/aliyun-oss-sdk.js')

export interface Checkpoint {
  doneParts: unknown[]
}

/** The bundle's class, of which it declares no types. */
export interface Client {
  put: (name: string, file: Blob) => Promise<{ res: { status: number } }>
  multipartUpload: (name: string, file: Blob, options: Record<string, unknown>) => Promise<unknown>
  head: (name: string) => Promise<{ res: { headers: Record<string, string> } }>
  list: (query: Record<string, string>) => Promise<unknown>
  signatureUrlV4: (method: string, seconds: number, request: object, name: string) => Promise<string>
  cancel: () => void
}

declare global {
  var OSS: new (options: Record<string, unknown>) => Client
}

/**
 * On a page that the portal really served: a made-up one may not call this machine's own addresses. Its policy has to be
 * bypassed, for it lets no such script run.
 */
export async function openUploadPage(page: Page): Promise<void> {
  await page.goto('/')
  await page.addScriptTag({ path: BUNDLE })
}

export async function fetchToken(page: Page, query: string): Promise<UploadToken> {
  const answer = await page.evaluate(
    async (search) => (await fetch(`/main/api/v1/sts_not_token?${search}`)).json(),
    query,
  )
  if (answer.code !== 200) throw new Error(JSON.stringify(answer))
  return answer.data
}

/** What ali-oss is told. */
export function optionsOf(token: UploadToken): Record<string, unknown> {
  return {
    accessKeyId: token.OSSAccessKeyId,
    accessKeySecret: token.access_key_secret,
    stsToken: token['x-oss-security-token'],
    refreshSTSTokenInterval: TOKEN_SECONDS * 1000,
    region: token.region,
    bucket: token.bucket,
    endpoint: token.endpoint,
    sldEnable: token.path_style,
    authorizationV4: true,
  }
}
