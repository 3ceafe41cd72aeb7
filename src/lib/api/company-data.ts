import {
  cancelDeletion,
  type Deletion,
  exportCompany,
  readDeletion,
  requestDeletion,
} from '../contract/company-data.ts'
import { download } from './download.ts'
import { request } from './http.ts'

/** Browsers keep what is large on the disk. @param onProgress bytes that have arrived */
export function downloadCompany(
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<{ file: Blob; name: string }> {
  return download(exportCompany, onProgress, signal)
}

export async function fetchDeletion(): Promise<Deletion | null> {
  const { deletion } = await request(readDeletion, {})
  return deletion
}

export async function startDeletion(): Promise<Deletion> {
  const { deletion } = await request(requestDeletion, {})
  return deletion
}

export async function stopDeletion(): Promise<void> {
  await request(cancelDeletion, {})
}
