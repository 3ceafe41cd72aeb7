/** The files beside a conversation at the desk. */
import { ask } from '../../api/ask.ts'
import { addAttachment } from '../../contract/chat/advisory-attachment.ts'
import {
  addFeedbackFile,
  changeFeedbackFile,
  deleteFeedbackFile,
  listFeedbackFiles,
} from '../../contract/operator/chat-file.ts'
import {
  askUrl,
  attachmentCalls,
  type FileUrl,
  findUrl,
  type NamedFile,
} from '../../conversation/file-calls.ts'
import { createShelf, type Shelf, type ShelfCalls } from '../../conversation/shelf.ts'
import { explainAtDesk } from './desk.ts'

/** @param orderId the order of a topic; 0 for a company's chat, which has files of its own */
export function shelfOf(conversationId: number, orderId: number): Shelf {
  const calls = orderId === 0 ? chatCalls(conversationId) : consultationCalls(conversationId, orderId)
  return createShelf(calls)
}

function chatCalls(id: number): ShelfCalls {
  return {
    fetch: async (page) => {
      const { result } = await ask(listFeedbackFiles, { params: { id }, query: { page } })
      return result
    },
    add: (file) => ask(addFeedbackFile, { params: { id }, body: file }),
    remark: ({ id, local_name, hash_name, advisory_id }, remark) =>
      ask(changeFeedbackFile, { params: { id }, body: { local_name, hash_name, advisory_id, remark } }),
    remove: (fileId) => ask(deleteFeedbackFile, { params: { id: fileId } }),
    url: ({ local_name, hash_name }) => askUrl({ localName: local_name, hashName: hash_name }),
    explain: explainAtDesk,
  }
}

function consultationCalls(topicId: number, orderId: number): ShelfCalls {
  return {
    ...attachmentCalls(orderId),
    add: (file) => ask(addAttachment, { body: { ...file, group_id: topicId } }),
    explain: explainAtDesk,
  }
}

/** Returns the address of a file of a dialogue or an application. */
export function findFileUrl(file: NamedFile): Promise<FileUrl> {
  return findUrl(() => askUrl(file), explainAtDesk)
}
