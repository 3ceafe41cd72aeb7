import type { InferInput } from 'valibot'
import type { AnswerOf } from '../contract/call.ts'
import {
  addChatFile,
  type ChatFile,
  changeChatFile,
  deleteChatFile,
  listChatFiles,
  type newChatFile,
  remarkChatFile,
} from '../contract/chat/chat-file.ts'
import { ask } from './ask.ts'

export type NewChatFile = InferInput<typeof newChatFile>
export type ChatFilesPage = AnswerOf<typeof listChatFiles>['result']

/** One page of the operators' and of the company's own files, newest first. */
export async function fetchChatFiles(page: number): Promise<ChatFilesPage> {
  const { result } = await ask(listChatFiles, { query: { page: String(page) } })
  return result
}

/** Enters an object that is in the store. */
export async function createChatFile(file: NewChatFile): Promise<ChatFile> {
  const { data } = await ask(addChatFile, { body: file })
  return data
}

export async function updateChatFile(id: number, file: NewChatFile): Promise<ChatFile> {
  const { data } = await ask(changeChatFile, { params: { id: String(id) }, body: file })
  return data
}

export async function setChatFileRemark(id: number, remark: string): Promise<ChatFile> {
  const { data } = await ask(remarkChatFile, { params: { id: String(id) }, body: { remark } })
  return data
}

export async function removeChatFile(id: number): Promise<void> {
  await ask(deleteChatFile, { params: { id: String(id) } })
}
