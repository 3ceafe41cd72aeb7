import { OSS } from '../../../server/objects/testing/ali-oss.ts'
import { TOKEN_SECONDS, type UploadToken } from '../../../src/lib/contract/documents/storage.ts'

/** The store's minimum. */
const PART_BYTES = 102_400

/** In several parts, or a small one at once. */
export async function putObject(token: UploadToken, key: string, bytes: Buffer): Promise<void> {
  const client = new OSS({
    accessKeyId: token.OSSAccessKeyId,
    accessKeySecret: token.access_key_secret,
    stsToken: token['x-oss-security-token'],
    refreshSTSTokenInterval: TOKEN_SECONDS * 1000,
    region: token.region,
    bucket: token.bucket,
    endpoint: token.endpoint,
    sldEnable: token.path_style,
    authorizationV4: true,
  })
  if (bytes.length <= PART_BYTES) await client.put(key, bytes)
  else await client.multipartUpload(key, bytes, { partSize: PART_BYTES, parallel: 2 })
}
