import type { AnswerOf, BodyOf } from '../contract/call.ts'
import type { DocumentFile } from '../contract/documents/document.ts'
import {
  addFile,
  changeFile,
  deleteFile,
  downloadFile,
  readFiles,
  replaceFile,
  searchDocuments,
} from '../contract/documents/document-file.ts'
import { ask } from './ask.ts'

type StoredFile = BodyOf<typeof addFile>
/** The file, and what the company uses afterwards in bytes. */
type ChangedFile = AnswerOf<typeof addFile>

/** Enters an object that is in the store as a file of a folder. */
export function createFile(file: StoredFile): Promise<ChangedFile> {
  return ask(addFile, { body: file })
}

/** Those that are still there, as they are now. */
export async function fetchFiles(ids: readonly number[]): Promise<DocumentFile[]> {
  if (ids.length === 0) return []
  const { result } = await ask(readFiles, { query: { ids: ids.join(',') } })
  return result.items
}

/** Gives a file another object that is in the store. */
export function updateFile(id: number, file: StoredFile): Promise<ChangedFile> {
  return ask(replaceFile, { params: { id: String(id) }, body: file })
}

export function renameFile(id: number, name: string): Promise<ChangedFile> {
  return ask(changeFile, { params: { id: String(id) }, body: { name } })
}

export function moveFile(id: number, folder: number): Promise<ChangedFile> {
  return ask(changeFile, { params: { id: String(id) }, body: { folder } })
}

export function saveValidity(
  id: number,
  { expires_on, report_year }: Pick<DocumentFile, 'expires_on' | 'report_year'>,
): Promise<ChangedFile> {
  return ask(changeFile, { params: { id: String(id) }, body: { expires_on, report_year } })
}

/** Returns what the company uses afterwards, in bytes. */
export async function removeFile(id: number): Promise<number> {
  const { size } = await ask(deleteFile, { params: { id: String(id) } })
  return size
}

export async function findDocuments(
  companyId: number,
  name: string,
): Promise<AnswerOf<typeof searchDocuments>['result']> {
  const { result } = await ask(searchDocuments, { params: { id: String(companyId) }, query: { name } })
  return result
}

export async function fetchFileUrl(id: number): Promise<string> {
  const { download_url } = await ask(downloadFile, { params: { id: String(id) } })
  return download_url
}
