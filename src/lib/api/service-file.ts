import type { InputOf } from '../contract/call.ts'
import {
  addServiceFile,
  deleteServiceFile,
  replaceServiceFile,
  resubmitServiceFile,
  type ServiceFile,
} from '../contract/service-file.ts'
import { request } from './http.ts'

type Added = Omit<InputOf<typeof addServiceFile>['body'], 'order_id'>
type Replacement = InputOf<typeof replaceServiceFile>['body']

export async function addFileToOrder(order_id: number, file: Added): Promise<ServiceFile> {
  return (await request(addServiceFile, { body: { order_id, ...file } })).file
}

export async function replaceFileOfOrder(id: number, body: Replacement): Promise<ServiceFile> {
  return (await request(replaceServiceFile, { params: { id: String(id) }, body })).file
}

/** Hands in a corrected file. */
export async function resubmitFileOfOrder(id: number, body: Replacement): Promise<ServiceFile> {
  return (await request(resubmitServiceFile, { params: { id: String(id) }, body })).file
}

export async function removeFileOfOrder(id: number): Promise<void> {
  await request(deleteServiceFile, { params: { id: String(id) } })
}
