import type { ChatFile } from '../contract/chat-file.ts'
import {
  addFeedbackFile,
  changeFeedbackFile,
  deleteFeedbackFile,
  listFeedbackFiles,
} from '../contract/operator-chat-file.ts'
import type { ChatFilesPage, NewChatFile } from './chat-file.ts'
import { request } from './http.ts'

/** Both lists beside a conversation's chat. */
export async function fetchFeedbackFiles(conversationId: number, page: number): Promise<ChatFilesPage> {
  const { result } = await request(listFeedbackFiles, {
    params: { id: String(conversationId) },
    query: { page: String(page) },
  })
  return result
}

export async function createFeedbackFile(conversationId: number, file: NewChatFile): Promise<ChatFile> {
  const { data } = await request(addFeedbackFile, { params: { id: String(conversationId) }, body: file })
  return data
}

export async function updateFeedbackFile(id: number, file: NewChatFile): Promise<ChatFile> {
  const { data } = await request(changeFeedbackFile, { params: { id: String(id) }, body: file })
  return data
}

export async function removeFeedbackFile(id: number): Promise<void> {
  await request(deleteFeedbackFile, { params: { id: String(id) } })
}
