import type { ChatFile } from '../contract/chat/chat-file.ts'
import {
  addFeedbackFile,
  changeFeedbackFile,
  deleteFeedbackFile,
  listFeedbackFiles,
} from '../contract/operator/chat-file.ts'
import { ask } from './ask.ts'
import type { ChatFilesPage, NewChatFile } from './chat-file.ts'

/** Both lists beside a conversation's chat. */
export async function fetchFeedbackFiles(conversationId: number, page: number): Promise<ChatFilesPage> {
  const { result } = await ask(listFeedbackFiles, {
    params: { id: String(conversationId) },
    query: { page: String(page) },
  })
  return result
}

export async function createFeedbackFile(conversationId: number, file: NewChatFile): Promise<ChatFile> {
  const { data } = await ask(addFeedbackFile, { params: { id: String(conversationId) }, body: file })
  return data
}

export async function updateFeedbackFile(id: number, file: NewChatFile): Promise<ChatFile> {
  const { data } = await ask(changeFeedbackFile, { params: { id: String(id) }, body: file })
  return data
}

export async function removeFeedbackFile(id: number): Promise<void> {
  await ask(deleteFeedbackFile, { params: { id: String(id) } })
}
