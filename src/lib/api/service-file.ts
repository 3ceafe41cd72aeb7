import type { InputOf } from '../contract/call.ts'
import {
  addServiceFile,
  deleteServiceFile,
  replaceServiceFile,
  resubmitServiceFile,
  type ServiceFile,
} from '../contract/orders/service-file.ts'
import { ask } from './ask.ts'

type Added = Omit<InputOf<typeof addServiceFile>['body'], 'order_id'>
type Replacement = InputOf<typeof replaceServiceFile>['body']

export async function addFileToOrder(order_id: number, file: Added): Promise<ServiceFile> {
  return (await ask(addServiceFile, { body: { order_id, ...file } })).file
}

export async function replaceFileOfOrder(id: number, body: Replacement): Promise<ServiceFile> {
  return (await ask(replaceServiceFile, { params: { id: String(id) }, body })).file
}

/** Hands in a corrected file. */
export async function resubmitFileOfOrder(id: number, body: Replacement): Promise<ServiceFile> {
  return (await ask(resubmitServiceFile, { params: { id: String(id) }, body })).file
}

export async function removeFileOfOrder(id: number): Promise<void> {
  await ask(deleteServiceFile, { params: { id: String(id) } })
}
