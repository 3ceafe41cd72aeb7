/** Calls that both sides make for files in dialogues and beside them. Addresses are signed, and valid for five minutes. */
import { ask } from '../api/ask.ts'
import type { AnswerOf } from '../contract/call.ts'
import {
  changeAttachment,
  deleteAttachment,
  downloadAttachment,
  listAttachments,
} from '../contract/chat/advisory-attachment.ts'
import type { ChatFile, listChatFiles } from '../contract/chat/chat-file.ts'
import { downloadDocument } from '../contract/documents/storage.ts'
import type { Explain } from './dialogue.ts'

export interface NamedFile {
  localName: string
  hashName: string
}

export type FileUrl = { url: string } | { text: string }

export async function askUrl({ localName, hashName }: NamedFile): Promise<string> {
  const body = { filename_local: localName, filename_server: hashName }
  return (await ask(downloadDocument, { body })).download_url
}

export async function findUrl(askFor: () => Promise<string>, explain: Explain): Promise<FileUrl> {
  try {
    return { url: await askFor() }
  } catch (error) {
    return { text: explain(error).text }
  }
}

type FilesPage = AnswerOf<typeof listChatFiles>['result']

export function attachmentCalls(orderId: number) {
  return {
    /** One page covers both lists together. */
    fetch: async (page: number): Promise<FilesPage> => {
      const { result } = await ask(listAttachments, { params: { id: orderId }, query: { page } })
      const { items, pages } = result
      return {
        admin: items.filter(({ admin_name }) => admin_name !== null),
        customer: items.filter(({ admin_name }) => admin_name === null),
        page,
        pages,
      }
    },
    remark: ({ id, local_name, hash_name }: ChatFile, remark: string) =>
      ask(changeAttachment, { params: { id }, body: { local_name, hash_name, remark } }),
    remove: (id: number) => ask(deleteAttachment, { params: { id } }),
    url: async ({ id }: ChatFile): Promise<string> => {
      const { download_url } = await ask(downloadAttachment, { params: { id } })
      return download_url
    },
  }
}
