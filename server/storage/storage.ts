/** The object store as the portal's server uses it: the portal's own, or Aliyun OSS. */
import type { ReadableStream } from 'node:stream/web'
import type { BucketName } from '../../src/lib/contract/documents/storage.ts'

export interface UploadKeys {
  accessKeyId: string
  accessKeySecret: string
  securityToken: string
  expiresAtMs: number
}

export interface BucketAddress {
  region: string
  endpoint: string
  bucket: string
  /** Whether the bucket is named in the path and not in the host. */
  pathStyle: boolean
}

export interface ObjectFacts {
  size: number
  etag: string
  crc64: string | null
}

export interface FoundObject extends Omit<ObjectFacts, 'crc64'> {
  key: string
}

export interface UploadScope {
  prefix: string
  customerId: number
  bytes: number
}

/** Calls of the store throw GatewayError without a proper answer. */
export interface Storage {
  find: (bucket: BucketName, key: string) => Promise<ObjectFacts | undefined>
  /** Returns at most this many first bytes; none for a missing object. */
  readStart: (bucket: BucketName, key: string, bytes: number) => Promise<Uint8Array>
  /** Returns all bytes; undefined for a missing object. */
  read: (bucket: BucketName, key: string) => Promise<ReadableStream<Uint8Array> | undefined>
  list: (bucket: BucketName, prefix: string) => Promise<FoundObject[]>
  remove: (bucket: BucketName, keys: readonly string[]) => Promise<void>
  /** Ends every multipart upload below the prefix. */
  abortUploads: (bucket: BucketName, prefix: string) => Promise<void>
  /** Returns keys for one object below the prefix, and nothing else. */
  issueKeys: (bucket: BucketName, scope: UploadScope, seconds: number) => Promise<UploadKeys>
  /** A URL that saves the object under this name, whatever characters it has. */
  signedDownload: (bucket: BucketName, key: string, filename: string) => Promise<string>
  place: (bucket: BucketName) => BucketAddress
  origins: () => string[]
  /** The same store for browsers that call the portal by this host name. */
  forHost: (hostname: string) => Storage
}

export const RELEASE_UNUSED = 'release-unused'
export const REMOVE_OBJECTS = 'remove-objects'
export const CLOSE_UPLOAD = 'close-upload'
export const SCAN_OBJECT = 'scan-object'
