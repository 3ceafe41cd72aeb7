import {
  cancelDeletion,
  type Deletion,
  exportCompany,
  readDeletion,
  requestDeletion,
} from '../contract/account/company-data.ts'
import { ask } from './ask.ts'
import { download } from './download.ts'

/** Browsers keep what is large on the disk. @param onProgress bytes that have arrived */
export function downloadCompany(
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<{ file: Blob; name: string }> {
  return download(exportCompany, onProgress, signal)
}

export async function fetchDeletion(): Promise<Deletion | null> {
  const { deletion } = await ask(readDeletion, {})
  return deletion
}

export async function startDeletion(): Promise<Deletion> {
  const { deletion } = await ask(requestDeletion, {})
  return deletion
}

export async function stopDeletion(): Promise<void> {
  await ask(cancelDeletion, {})
}
