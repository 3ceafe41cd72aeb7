/** The unchanged client from npm, with the types that the tests use: it brings none. */
import { createRequire } from 'node:module'

interface Result {
  res: { status: number; headers: Record<string, string> }
}

export interface ClientOptions {
  accessKeyId: string
  accessKeySecret: string
  stsToken?: string
  /** Only so that the client does not recommend it. */
  refreshSTSTokenInterval?: number
  bucket?: string
  region?: string
  endpoint?: string
  /** The endpoint is the bucket's own host. */
  cname?: boolean
  sldEnable?: boolean
  authorizationV4?: boolean
  amendTimeSkewed?: number
}

export interface Checkpoint {
  uploadId: string
  name: string
  doneParts: { number: number; etag: string }[]
}

interface Listed {
  name: string
  size: number
  etag: string
}

interface ListResult extends Result {
  objects: Listed[]
  isTruncated: boolean
}

type Options = Record<string, unknown>

export interface AliOss {
  options: ClientOptions
  putBucket(name: string, options?: Options): Promise<Result>
  deleteBucket(name: string): Promise<Result>
  putBucketACL(name: string, acl: string): Promise<Result>
  deleteBucketCORS(name: string): Promise<Result>
  put(name: string, file: Buffer | string, options?: Options): Promise<Result & { name: string }>
  putStream(name: string, stream: unknown, options?: Options): Promise<Result>
  get(name: string, file?: unknown, options?: Options): Promise<Result & { content: Buffer }>
  head(name: string, options?: Options): Promise<Result & { meta: Record<string, string> | null }>
  deleteMulti(names: string[], options?: Options): Promise<Result & { deleted: { Key: string }[] }>
  listV2(query: Options): Promise<ListResult & { nextContinuationToken: string | null; keyCount: number }>
  signatureUrlV4(method: string, seconds: number, request?: Options, name?: string): Promise<string>
  multipartUpload(name: string, file: Buffer | string, options?: Options): Promise<Result & { etag: string }>
  initMultipartUpload(name: string, options?: Options): Promise<Result & { uploadId: string }>
  uploadPart(
    name: string,
    uploadId: string,
    number: number,
    file: Buffer | string,
    start: number,
    end: number,
  ): Promise<Result & { etag: string }>
  completeMultipartUpload(
    name: string,
    uploadId: string,
    parts: { number: number; etag: string }[],
  ): Promise<Result & { etag: string }>
  abortMultipartUpload(name: string, uploadId: string): Promise<Result>
  listParts(
    name: string,
    uploadId: string,
    query?: Options,
  ): Promise<Result & { parts: Options[]; isTruncated: string; nextPartNumberMarker: string }>
  listUploads(query: Options | null): Promise<Result & { uploads: { name: string; uploadId: string }[] }>
  cancel(): void
}

export const OSS = createRequire(import.meta.url)('ali-oss') as new (options: ClientOptions) => AliOss
