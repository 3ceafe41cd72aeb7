/** Folders of a company's documents (behaviour B8.1). The top level has only folders; files lie in folders. */
import * as v from 'valibot'
import { defineCall, UPLOAD_RATE } from '../call.ts'
import { afterQuery, idParam, timestamp } from '../list.ts'
import { FILE_NAME_EMPTY, folderName, newFolderName } from './document-name.ts'
import { validity } from './paper.ts'
import { fileSize, scanState, withheld } from './storage.ts'

export const FOLDER_DEPTH = 20
/** An answer holds all files of one folder. */
export const FILES_PER_FOLDER = 5_000
/** At one download per second, all start before their URLs expire. */
export const DOWNLOADS_PER_PAGE = 200
export const FOLDER_EMPTY = '目标文件夹为空'

const rowId = v.pipe(v.number('应为数字'), v.safeInteger('应为整数'))

const parentId = v.pipe(
  v.nullable(v.pipe(rowId, v.minValue(0, '应为文件夹的编号'))),
  v.transform((id) => id || null),
)
export const folderId = v.pipe(v.number('请选择文件夹'), v.safeInteger(), v.minValue(1, '请选择文件夹'))

export const folder = v.object({
  id: rowId,
  name: v.string(),
  parent: v.nullable(rowId),
  org_id: v.literal(1),
  gmt_create: timestamp,
})

export const file = v.object({
  id: rowId,
  folder: rowId,
  hash_name: v.string(),
  local_name: v.string(),
  size: fileSize,
  /** Redirects a logged-in person to the signed address, which would expire in a list before a click. */
  download_url: v.string(),
  /** For pages that let people choose files; the server stores no choice. */
  checked: v.boolean(),
  scan: scanState,
  gmt_modified: timestamp,
  ...validity,
})

/** From the top down; the last is the folder itself or, in a search, the folder of the result. */
export const path = v.array(v.object({ id: rowId, name: v.string() }))

export type Folder = v.InferOutput<typeof folder>
export type DocumentFile = v.InferOutput<typeof file>
export type FolderPath = v.InferOutput<typeof path>

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const folderParams = v.object({ id: idParam.entries.id, docId: idParam.entries.id })
const DOCUMENTS = '/startup/api/v1/company/{id}/documents'
const DOCUMENT = '/startup/api/v1/company/{id}/document/{docId}'

export const listTopFolders = defineCall({
  summary: '顶层文件夹',
  method: 'GET',
  path: DOCUMENTS,
  access: 'company',
  params: idParam,
  answer: v.object({ result: v.object({ items: v.array(folder) }) }),
})

/** A taken name in the same folder: 409 with `existing_id`. */
export const addFolder = defineCall({
  summary: '新建文件夹',
  method: 'POST',
  path: DOCUMENTS,
  access: 'company',
  rate: UPLOAD_RATE,
  params: idParam,
  body: v.object({
    name: newFolderName,
    parent: v.optional(parentId, null),
    org_id: v.optional(v.literal(1), 1),
  }),
  answer: v.object({ folder }),
})

export const readFolder = defineCall({
  summary: '文件夹的内容',
  method: 'GET',
  path: DOCUMENT,
  access: 'company',
  params: folderParams,
  answer: v.object({ result: v.object({ folders: v.array(folder), files: v.array(file), path }) }),
})

/** With `parent`, which is ours, the folder is moved. A taken name: 409 with `existing_id`. */
const folderChange = {
  path: DOCUMENT,
  access: 'company',
  params: folderParams,
  body: v.pipe(
    v.object({ name: v.optional(folderName), parent: v.optional(parentId) }),
    v.check(({ name, parent }) => name !== undefined || parent !== undefined, FILE_NAME_EMPTY),
  ),
  answer: v.object({ folder }),
} as const

export const changeFolder = defineCall({ ...folderChange, summary: '重命名或移动文件夹', method: 'PUT' })
/** The same by the other promised method (behaviour B14.7). */
export const patchFolder = defineCall({
  ...folderChange,
  summary: '重命名或移动文件夹（PATCH 写法）',
  method: 'PATCH',
})

/** Deletes also everything below. `size` is the company's usage afterwards, in bytes. */
export const deleteFolder = defineCall({
  summary: '删除文件夹和里面的全部内容',
  method: 'DELETE',
  path: DOCUMENT,
  access: 'company',
  params: folderParams,
  answer: v.object({ size: fileSize }),
})

/**
 * All files of a folder and below, in pages: `next` is the `after` of the following page, null at the end. `name` is the path
 * from the folder: `合同/2026/报价.pdf`. No file: 400. Ours, for one ZIP of it: `bytes` of all files; `left_out` lists the files
 * of the page that cannot be downloaded, with the reason.
 */
export const downloadFolder = defineCall({
  summary: '文件夹里全部文件的下载地址',
  method: 'GET',
  path: `${DOCUMENT}/download`,
  access: 'company',
  params: folderParams,
  query: v.object({ after: afterQuery }),
  answer: v.object({
    urls: v.array(v.object({ name: v.string(), download_url: v.pipe(v.string(), v.url()) })),
    left_out: v.array(v.object({ name: v.string(), reason: withheld })),
    bytes: count,
    total: count,
    next: v.nullable(rowId),
  }),
})
