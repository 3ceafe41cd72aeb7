import type { InferInput } from 'valibot'
import {
  type Attachment,
  addAttachment,
  changeAttachment,
  deleteAttachment,
  downloadAttachment,
  listAttachments,
} from '../contract/chat/advisory-attachment.ts'
import { ask } from './ask.ts'
import type { ChatFilesPage } from './chat-file.ts'

/** Of an order, newest first: the operators' and the company's own. A page is one of both together. */
export async function fetchAttachments(orderId: number, page: number): Promise<ChatFilesPage> {
  const { result } = await ask(listAttachments, {
    params: { id: String(orderId) },
    query: { page: String(page) },
  })
  const { items, pages } = result
  return {
    admin: items.filter(({ admin_name }) => admin_name !== null),
    customer: items.filter(({ admin_name }) => admin_name === null),
    page,
    pages,
  }
}

/** Enters an object that is in the store; names the order or one of its topics. */
export async function createAttachment(
  file: InferInput<(typeof addAttachment)['body']>,
): Promise<Attachment> {
  const { data } = await ask(addAttachment, { body: file })
  return data
}

export async function updateAttachment(
  id: number,
  file: InferInput<(typeof changeAttachment)['body']>,
): Promise<Attachment> {
  const { data } = await ask(changeAttachment, { params: { id: String(id) }, body: file })
  return data
}

/** A signed URL, good for a few minutes. */
export async function fetchAttachmentUrl(id: number): Promise<string> {
  const { download_url } = await ask(downloadAttachment, { params: { id: String(id) } })
  return download_url
}

export async function removeAttachment(id: number): Promise<void> {
  await ask(deleteAttachment, { params: { id: String(id) } })
}
