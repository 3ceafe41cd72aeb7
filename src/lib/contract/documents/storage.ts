/** Uploads to the object store and downloads from it (behaviour B9.1). */
import * as v from 'valibot'
import { defineCall, UPLOAD_RATE } from '../call.ts'
import { pageOf, pageQuery, timestamp } from '../list.ts'
import { line } from '../text.ts'
import { DOCUMENT_NAME_LIMIT } from './document-name.ts'

/** `documents` is private; what lies in `static` anybody may read. */
export const BUCKETS = ['documents', 'static'] as const
export type BucketName = (typeof BUCKETS)[number]

/** Of every part of an upload but the last. */
export const PART_BYTES = 10_240_000
/** The store takes at most 10,000 parts. */
export const MAX_UPLOAD_BYTES = PART_BYTES * 10_000
/** The shortest that Aliyun gives. */
export const TOKEN_SECONDS = 900
export const DOWNLOAD_SECONDS = 300
/** For so long after it was opened an upload gets new tokens, and keeps its reserved room. */
export const RESUME_HOURS = 24
/** Uploads of one company at a time, for which room is reserved. */
export const MAX_OPEN_UPLOADS = 300
/** What a token may bring that was asked for without a size: nothing is reserved for it. */
export const UNSIZED_BYTES = 25 * 1024 ** 2
/** Of one company at a time: what nobody has reserved has an end, too. */
export const MAX_UNSIZED_UPLOADS = 60
/** In a token's life; those of small files are soon done. */
export const MAX_TOKENS = 5_000
/** A file counts for at least so much, as it takes at least so much of a disk. */
export const BLOCK_BYTES = 4096
export const STORAGE_FULL = '企业文件存储空间不足，请升级企业等级'

/** In UTF-8 always below the store's 1023 bytes. */
const MAX_KEY_CHARS = 340
const PREFIX = /^companies\/[1-9]\d{0,14}\/[\w-]{22}\/$/
const FILE_KEY = /^companies\/[1-9]\d{0,14}\/[\w-]{22}\/(?!\.{1,2}$)[^/\p{Cc}\p{Cs}\u2028\u2029]+$/u

/** Key of an object: the prefix of its upload and one more name. */
export const hashName = v.pipe(
  v.string('缺少文件的存储位置'),
  v.maxLength(MAX_KEY_CHARS, '文件的存储位置过长'),
  v.regex(FILE_KEY, '文件的存储位置不正确'),
)

const uploadPrefix = v.pipe(v.string(), v.regex(PREFIX, '上传位置不正确'))

/** Ours: the virus scanner has not let the file through, yet or at all; missing: it is clean. */
export const scanState = v.optional(v.picklist(['pending', 'refused']))

/** Ours: why an object is not handed out: by the virus scanner, or because other bytes lie in its place. */
export const withheld = v.picklist(['pending', 'refused', 'differs'])
export type Withheld = v.InferOutput<typeof withheld>

/** Size of a file in bytes, as an answer tells it. */
export const fileSize = v.pipe(v.number(), v.integer(), v.minValue(0))

const uploadToken = v.object({
  /** The only prefix of keys that the token may write; ends with a slash. */
  key: v.string(),
  OSSAccessKeyId: v.string(),
  access_key_secret: v.string(),
  'x-oss-security-token': v.string(),
  /** Name of the bucket in the store. */
  bucket: v.string(),
  region: v.string(),
  /** Origin of the store. */
  endpoint: v.string(),
  /** Whether the bucket is named in the path (`sldEnable` of ali-oss) and not in the host. */
  path_style: v.boolean(),
  expiration: timestamp,
})

export type UploadToken = v.InferOutput<typeof uploadToken>

/** In the refusal of new credentials for an upload that has come through: its object, as the store says. */
export const storedUpload = v.object({ key: hashName, size: fileSize, crc64: v.nullable(v.string()) })
export type StoredUpload = v.InferOutput<typeof storedUpload>

/**
 * Temporary credentials for one upload: of one object of `size` bytes at most, which nothing written later replaces. It
 * ends when its object is
 * entered somewhere; then 404, with `stored`. With `size` (bytes) the room is reserved; with `key`, a prefix from before that
 * is not closed gets new ones. Full: 400 with `overflow: true`. `new_key` is ours: a prefix of the browser's own making,
 * so that it can ask again, and cancel, when it never got the answer; asked twice, it is opened once.
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

/** Added by us: ends an upload and gives the room back, also of what was refused when it was entered. Twice is no error. */
export const cancelUpload = defineCall({
  summary: '取消上传',
  method: 'POST',
  path: '/main/api/v1/sts_not_token/cancel',
  access: 'company',
  frees: true,
  rate: UPLOAD_RATE,
  body: v.object({ key: uploadPrefix }),
  answer: v.object({}),
})

export const OPEN_UPLOADS_PER_PAGE = 100

const openUpload = v.object({
  /** What cancels it. */
  key: v.string(),
  bucket: v.picklist(BUCKETS),
  /** Room that is reserved for it; 0: none. */
  size: fileSize,
  gmt_create: timestamp,
  /** When its last credentials end: until then it may still be going on somewhere. */
  expiration: timestamp,
})

export type OpenUpload = v.InferOutput<typeof openUpload>

/** Added by us: what the company has begun to upload and not ended, on whatever device; oldest first. */
export const listOpenUploads = defineCall({
  summary: '没有完成的上传',
  method: 'GET',
  path: '/main/api/v1/uploads',
  access: 'company',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(openUpload) }),
})

const download = {
  method: 'POST',
  access: 'company',
  body: v.object({
    /** Name under which the file is saved; the answer's header keeps it from being a path. */
    filename_local: line('文件名', DOCUMENT_NAME_LIMIT),
    /** Its key. */
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
