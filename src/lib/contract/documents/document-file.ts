/** Files of a company's documents (behaviour B8.1). The object is uploaded first, then its file is created. */
import * as v from 'valibot'
import { defineCall, UPLOAD_RATE } from '../call.ts'
import { idParam } from '../list.ts'
import { line } from '../text.ts'
import { file, folder, folderId, path } from './document.ts'
import { DOCUMENT_NAME_LIMIT, FILE_NAME_EMPTY, fileName } from './document-name.ts'
import { paperDay, reportYear } from './paper.ts'
import { fileSize, hashName } from './storage.ts'

/** Results of a search: folders, and as many files. */
export const SEARCH_LIMIT = 100

/** Files in one request by ids: more than an application has. */
export const READ_LIMIT = 250

const FILE = '/startup/api/v1/document/file/{id}'

/** `3,5,8` */
const ids = v.pipe(
  v.string('请选择文件'),
  v.maxLength(READ_LIMIT * 16, `一次最多读取 ${READ_LIMIT} 个文件`),
  v.regex(/^\d{1,15}(?:,\d{1,15})*$/, '应为以逗号分隔的编号'),
  v.transform((text) => [...new Set(text.split(',').map(Number))]),
  v.maxLength(READ_LIMIT, `一次最多读取 ${READ_LIMIT} 个文件`),
)

const storedFile = v.object({
  folder: folderId,
  hash_name: hashName,
  local_name: fileName,
  /** The browser's figure; the store's own figure counts. */
  size: fileSize,
})

const changedFile = v.object({ file, size: fileSize })

/**
 * The same object under the same name again is no error. A taken name: 409 with `existing_id`; the object stays until its
 * upload is cancelled, so that the person can choose another name or replace the existing file. Full: 400 with `overflow:
 * true`, and the object is removed.
 */
export const addFile = defineCall({
  summary: '上传后登记文件',
  method: 'POST',
  path: '/startup/api/v1/document/files',
  access: 'company',
  rate: UPLOAD_RATE,
  body: storedFile,
  answer: changedFile,
})

/** Ours: the current files of these ids, in any folder. Omits deleted files and those of others. */
export const readFiles = defineCall({
  summary: '按编号读取文件',
  method: 'GET',
  path: '/startup/api/v1/document/files',
  access: 'company',
  query: v.object({ ids }),
  answer: v.object({ result: v.object({ items: v.array(file) }) }),
})

/** Sets another object, name and folder for a file; its validity is deleted. Refusals as for a new one. */
export const replaceFile = defineCall({
  summary: '更新文件',
  method: 'PUT',
  path: FILE,
  access: 'company',
  params: idParam,
  body: storedFile,
  answer: changedFile,
})

/**
 * Ours: with `folder` the file is moved; `expires_on` and `report_year` set the validity, null deletes it. A taken name: 409
 * with `existing_id`.
 */
export const changeFile = defineCall({
  summary: '重命名、移动文件，设置有效期',
  method: 'PATCH',
  path: FILE,
  access: 'company',
  params: idParam,
  body: v.pipe(
    v.object({
      name: v.optional(fileName),
      folder: v.optional(folderId),
      expires_on: v.optional(v.nullable(paperDay)),
      report_year: v.optional(v.nullable(reportYear)),
    }),
    v.check((change) => Object.values(change).some((value) => value !== undefined), FILE_NAME_EMPTY),
  ),
  answer: changedFile,
})

export const deleteFile = defineCall({
  summary: '删除文件',
  method: 'DELETE',
  path: FILE,
  access: 'company',
  params: idParam,
  answer: v.object({ size: fileSize }),
})

/** Finds everything with `name` in its name, in any case and width. `{id}` is the company. */
export const searchDocuments = defineCall({
  summary: '搜索文件夹和文件',
  method: 'GET',
  path: '/startup/api/v1/document/search/{id}',
  access: 'company',
  params: idParam,
  query: v.object({ name: line('要搜索的名称', DOCUMENT_NAME_LIMIT) }),
  answer: v.object({
    result: v.object({
      folders: v.array(v.object({ ...folder.entries, path })),
      files: v.array(v.object({ ...file.entries, path })),
      /** There are more than `SEARCH_LIMIT` folders or files; the oldest are in the answer. */
      more: v.boolean(),
    }),
  }),
})

/** With `save=1`, which is ours, the answer is a redirection to it (behaviour B8.4). */
export const downloadFile = defineCall({
  summary: '文件的下载地址',
  method: 'GET',
  path: '/startup/api/v1/document/download/{id}',
  access: 'company',
  params: idParam,
  query: v.object({ save: v.optional(v.literal('1', '应为 1')) }),
  answer: v.object({ download_url: v.pipe(v.string(), v.url()) }),
})

export function downloadPath(fileId: number): string {
  return `${downloadFile.path.replace('{id}', String(fileId))}?save=1`
}
