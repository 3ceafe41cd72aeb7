/** The calls behind the files beside a conversation: a company's chat has its own, an order's consultation others. */
import { ask } from '../../api/ask.ts'
import { addAttachment } from '../../contract/chat/advisory-attachment.ts'
import type { ChatFile } from '../../contract/chat/chat-file.ts'
import { downloadDocument } from '../../contract/documents/storage.ts'
import {
  addFeedbackFile,
  changeFeedbackFile,
  deleteFeedbackFile,
  listFeedbackFiles,
} from '../../contract/operator/chat-file.ts'
import { attachmentCalls, type FilesPage } from '../chat/attachments.ts'
import type { StoredFile } from '../uploads/single.ts'

/** In the store. */
export type NamedFile = Pick<StoredFile, 'localName' | 'hashName'>

export interface FilesPlace {
  /** Of the conversation. */
  id: number
  /** Of a topic: the order that is consulted about. Of a company's chat: 0. */
  orderId: number
}

interface FileCalls {
  fetch: (page: number) => Promise<FilesPage>
  add: (file: NamedFile, remark: string) => Promise<unknown>
  remark: (file: ChatFile, remark: string) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
  /** A signed URL. */
  url: (file: ChatFile) => Promise<string>
}

export function fileCallsOf({ id, orderId }: FilesPlace): FileCalls {
  return orderId === 0 ? chatCalls(id) : consultationCalls(id, orderId)
}

function chatCalls(conversationId: number): FileCalls {
  return {
    fetch: async (page) => {
      const { result } = await ask(listFeedbackFiles, { params: { id: conversationId }, query: { page } })
      return result
    },
    add: (file, remark) => ask(addFeedbackFile, { params: { id: conversationId }, body: wire(file, remark) }),
    remark: ({ id, local_name, hash_name, advisory_id }, remark) =>
      ask(changeFeedbackFile, { params: { id }, body: { local_name, hash_name, advisory_id, remark } }),
    remove: (id) => ask(deleteFeedbackFile, { params: { id } }),
    url: async ({ local_name: filename_local, hash_name: filename_server }) =>
      (await ask(downloadDocument, { body: { filename_local, filename_server } })).download_url,
  }
}

function consultationCalls(topicId: number, orderId: number): FileCalls {
  return {
    ...attachmentCalls(orderId),
    add: (file, remark) => ask(addAttachment, { body: { ...wire(file, remark), group_id: topicId } }),
  }
}

/** A remark is saved only if there is one (behaviour B7.8). */
function wire({ localName, hashName }: NamedFile, remark: string) {
  return { local_name: localName, hash_name: hashName, ...(remark.trim() !== '' && { remark }) }
}
