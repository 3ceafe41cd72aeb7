/** What both sides do with the files of an order's consultation. */
import { ask } from '../../api/ask.ts'
import type { AnswerOf } from '../../contract/call.ts'
import {
  changeAttachment,
  deleteAttachment,
  downloadAttachment,
  listAttachments,
} from '../../contract/chat/advisory-attachment.ts'
import type { ChatFile, listChatFiles } from '../../contract/chat/chat-file.ts'

export type FilesPage = AnswerOf<typeof listChatFiles>['result']

export function attachmentCalls(orderId: number) {
  return {
    /** A page is one of both lists together. */
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
    /** A signed URL. */
    url: async ({ id }: ChatFile): Promise<string> => {
      const { download_url } = await ask(downloadAttachment, { params: { id } })
      return download_url
    },
  }
}
