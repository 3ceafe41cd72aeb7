/** Uploads to the object store and downloads from it (behaviour B9.1). */
import * as v from 'valibot'
import { defineCall, UPLOAD_RATE } from '../call.ts'
import { timestamp } from '../list.ts'
import { line } from '../text.ts'
import { DOCUMENT_NAME_LIMIT } from './document-name.ts'

/** `documents` is private; anyone may read `static`. */
export const BUCKETS = ['documents', 'static'] as const
export type BucketName = (typeof BUCKETS)[number]

export const PART_BYTES = 10_240_000
/** The store accepts at most 10,000 parts. */
export const MAX_UPLOAD_BYTES = PART_BYTES * 10_000
/** Aliyun's minimum. */
export const TOKEN_SECONDS = 900
export const DOWNLOAD_SECONDS = 300
/** After its start an upload gets new tokens, and keeps its reserved space, for this time. */
export const RESUME_HOURS = 24
export const MAX_OPEN_UPLOADS = 300
/** Limit of a token without a size, for which no space is reserved. */
export const UNSIZED_BYTES = 25 * 1024 ** 2
export const MAX_UNSIZED_UPLOADS = 60
/** In a token's lifetime; uploads of small files are short. */
export const MAX_TOKENS = 5_000
/** A file counts for at least this much, because it occupies at least this much of a disk. */
export const BLOCK_BYTES = 4096
export const STORAGE_FULL = '企业文件存储空间不足，请升级企业等级'

/** Always below the store's 1023 bytes in UTF-8. */
const MAX_KEY_CHARS = 340
const PREFIX = /^companies\/[1-9]\d{0,14}\/[\w-]{22}\/$/
const FILE_KEY = /^companies\/[1-9]\d{0,14}\/[\w-]{22}\/(?!\.{1,2}$)[^/\p{Cc}\p{Cs}\u2028\u2029]+$/u

export const hashName = v.pipe(
  v.string('缺少文件的存储位置'),
  v.maxLength(MAX_KEY_CHARS, '文件的存储位置过长'),
  v.regex(FILE_KEY, '文件的存储位置不正确'),
)

const uploadPrefix = v.pipe(v.string(), v.regex(PREFIX, '上传位置不正确'))

/** Ours: state of the virus scan, pending or refused; missing for a clean file. */
export const scanState = v.optional(v.picklist(['pending', 'refused']))

/** Ours: why an object is withheld: by the virus scanner, or because its bytes have changed. */
export const withheld = v.picklist(['pending', 'refused', 'differs'])
export type Withheld = v.InferOutput<typeof withheld>

export const fileSize = v.pipe(v.number(), v.integer(), v.minValue(0))

const uploadToken = v.object({
  /** The only key prefix that the token may write; ends with a slash. */
  key: v.string(),
  OSSAccessKeyId: v.string(),
  access_key_secret: v.string(),
  'x-oss-security-token': v.string(),
  bucket: v.string(),
  region: v.string(),
  endpoint: v.string(),
  /** Whether the path names the bucket (`sldEnable` of ali-oss), not the host. */
  path_style: v.boolean(),
  expiration: timestamp,
})

export type UploadToken = v.InferOutput<typeof uploadToken>

/** In the refusal of new credentials for a completed upload: its object, as the store reports it. */
export const storedUpload = v.object({ key: hashName, size: fileSize, crc64: v.nullable(v.string()) })
export type StoredUpload = v.InferOutput<typeof storedUpload>

/**
 * Temporary credentials for one upload: for one object of at most `size` bytes, which later writes cannot replace. The upload
 * ends when its object becomes part of a row; then 404, with `stored`. `size` (bytes) reserves the space; `key`, an earlier
 * prefix that is not closed, gets new credentials. Full: 400 with `overflow: true`. `new_key` is ours: a prefix made by the
 * browser, which can then ask again, and cancel, after a lost answer; asked twice, it is opened once.
 */
export const getUploadToken = defineCall({
  summary: '取得上传凭证',
  method: 'GET',
  path: '/main/api/v1/sts_not_token',
  access: 'company',
  rate: UPLOAD_RATE,
  changesState: true,
  query: v.object({
    bucket: v.picklist(BUCKETS),
    size: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,15}$/, '文件大小不正确'),
        v.transform(Number),
        v.maxValue(MAX_UPLOAD_BYTES, '文件过大'),
      ),
    ),
    key: v.optional(uploadPrefix),
    new_key: v.optional(uploadPrefix),
  }),
  answer: v.object({ data: uploadToken }),
})

/** Added by us: ends an upload and frees its space, also after its object was refused. Twice is no error. */
export const cancelUpload = defineCall({
  summary: '取消上传',
  method: 'POST',
  path: '/main/api/v1/sts_not_token/cancel',
  access: 'company',
  rate: UPLOAD_RATE,
  body: v.object({ key: uploadPrefix }),
  answer: v.object({}),
})

const download = {
  method: 'POST',
  access: 'company',
  body: v.object({
    /** Name of the saved file; the answer's header prevents a path. */
    filename_local: line('文件名', DOCUMENT_NAME_LIMIT),
    filename_server: hashName,
  }),
  answer: v.object({ download_url: v.pipe(v.string(), v.url()) }),
} as const

export const downloadStatic = defineCall({
  ...download,
  summary: '公开文件的下载地址',
  path: '/main/api/v1/static/download',
})
export const downloadDocument = defineCall({
  ...download,
  summary: '企业文件的下载地址',
  path: '/main/api/v1/doc/download',
})
