import {
  cancelDeletion,
  type Deletion,
  exportCompany,
  readDeletion,
  requestDeletion,
} from '../contract/company-data.ts'
import { request } from './http.ts'

/** Address of a download: for a link with `download`, because it may be too large for a page's memory. */
export function companyExportPath(): string {
  return exportCompany.path
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
