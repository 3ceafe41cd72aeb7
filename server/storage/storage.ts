/** The object store as the portal's server uses it: the portal's own, or Aliyun OSS. */
import type { ReadableStream } from 'node:stream/web'
import type { BucketName } from '../../src/lib/contract/documents/storage.ts'

/** Keys for a browser, good for one prefix of one bucket. */
export interface UploadKeys {
  accessKeyId: string
  accessKeySecret: string
  securityToken: string
  expiresAtMs: number
}

/** Where browsers find a bucket. */
export interface Place {
  region: string
  /** Origin of the store. */
  endpoint: string
  bucket: string
  /** Whether the bucket is named in the path and not in the host. */
  pathStyle: boolean
}

/** What the store says of an object's bytes. */
export interface ObjectFacts {
  /** Bytes. */
  size: number
  /** Without quotes. */
  etag: string
  /** Decimal; null: the store does not tell. */
  crc64: string | null
}

export interface FoundObject extends Omit<ObjectFacts, 'crc64'> {
  key: string
}

/** What keys are for. They are good as long as the upload is open and the customer belongs to its company. */
export interface UploadScope {
  prefix: string
  customerId: number
  /** So much and no more. */
  bytes: number
}

/** What goes to the store throws GatewayError when it does not answer, or not as it should. */
export interface Storage {
  /** Undefined: there is no such object. */
  find: (bucket: BucketName, key: string) => Promise<ObjectFacts | undefined>
  /** The first bytes of an object, at most so many; none when it is not there. */
  readStart: (bucket: BucketName, key: string, bytes: number) => Promise<Uint8Array>
  /** All of its bytes; undefined: it is not there. */
  read: (bucket: BucketName, key: string) => Promise<ReadableStream<Uint8Array> | undefined>
  list: (bucket: BucketName, prefix: string) => Promise<FoundObject[]>
  /** What is not there is no error. */
  remove: (bucket: BucketName, keys: readonly string[]) => Promise<void>
  /** Ends every multipart upload below the prefix. */
  abortUploads: (bucket: BucketName, prefix: string) => Promise<void>
  /** May bring one object below the prefix, and nothing else. */
  issueKeys: (bucket: BucketName, scope: UploadScope, seconds: number) => Promise<UploadKeys>
  /** A URL that saves the object under this name, whatever characters it has. */
  signedDownload: (bucket: BucketName, key: string, filename: string) => Promise<string>
  place: (bucket: BucketName) => Place
  /** Origins that a page talks to, for its content security policy. */
  origins: () => string[]
  /** The same store for a browser that called the portal by this host name. */
  forHost: (hostname: string) => Storage
}

// Jobs of the storage, by their names in the database.

export const RELEASE_UNUSED = 'release-unused'
export const REMOVE_OBJECTS = 'remove-objects'
export const CLOSE_UPLOAD = 'close-upload'
export const SCAN_OBJECT = 'scan-object'
