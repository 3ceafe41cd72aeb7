/** The calls behind the files beside a conversation: a company's chat has its own, an order's consultation others. */
import {
  createAttachment,
  fetchAttachments,
  fetchAttachmentUrl,
  removeAttachment,
  updateAttachment,
} from '../../api/advisory-attachment.ts'
import type { ChatFilesPage } from '../../api/chat-file.ts'
import {
  createFeedbackFile,
  fetchFeedbackFiles,
  removeFeedbackFile,
  updateFeedbackFile,
} from '../../api/operator-chat-file.ts'
import { fetchDownloadUrl } from '../../api/storage.ts'
import type { ChatFile } from '../../contract/chat/chat-file.ts'
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
  fetch: (page: number) => Promise<ChatFilesPage>
  add: (file: NamedFile, remark: string) => Promise<unknown>
  remark: (file: ChatFile, remark: string) => Promise<unknown>
  remove: (id: number) => Promise<void>
  /** A signed URL. */
  url: (file: ChatFile) => Promise<string>
}

export function fileCallsOf({ id, orderId }: FilesPlace): FileCalls {
  return orderId === 0 ? chatCalls(id) : consultationCalls(id, orderId)
}

function chatCalls(conversationId: number): FileCalls {
  return {
    fetch: (page) => fetchFeedbackFiles(conversationId, page),
    add: (file, remark) => createFeedbackFile(conversationId, wire(file, remark)),
    remark: ({ id, local_name, hash_name, advisory_id }, remark) =>
      updateFeedbackFile(id, { local_name, hash_name, advisory_id, remark }),
    remove: removeFeedbackFile,
    url: ({ local_name, hash_name }) => fetchDownloadUrl('documents', local_name, hash_name),
  }
}

function consultationCalls(topicId: number, orderId: number): FileCalls {
  return {
    fetch: (page) => fetchAttachments(orderId, page),
    add: (file, remark) => createAttachment({ ...wire(file, remark), group_id: topicId }),
    remark: ({ id, local_name, hash_name }, remark) =>
      updateAttachment(id, { local_name, hash_name, remark }),
    remove: removeAttachment,
    url: ({ id }) => fetchAttachmentUrl(id),
  }
}

/** A remark is saved only if there is one (behaviour B7.8). */
function wire({ localName, hashName }: NamedFile, remark: string) {
  return { local_name: localName, hash_name: hashName, ...(remark.trim() !== '' && { remark }) }
}
