/** The files beside the company's chat. */
import { ask } from '../../api/ask.ts'
import {
  addChatFile,
  changeChatFile,
  deleteChatFile,
  listChatFiles,
  remarkChatFile,
} from '../../contract/chat/chat-file.ts'
import { downloadDocument } from '../../contract/documents/storage.ts'
import { makeShelf } from '../../conversation/shelf.ts'
import { $owner } from '../session.ts'

export const chatShelf = makeShelf('chat', {
  fetch: async (page) => {
    const { result } = await ask(listChatFiles, { query: { page } })
    return result
  },
  add: (file) => ask(addChatFile, { body: { ...file, advisory_id: 0 } }),
  change: ({ id, advisory_id }, to) => ask(changeChatFile, { params: { id }, body: { ...to, advisory_id } }),
  remark: ({ id }, remark) => ask(remarkChatFile, { params: { id }, body: { remark } }),
  remove: (id) => ask(deleteChatFile, { params: { id } }),
  url: async ({ local_name: filename_local, hash_name: filename_server }) =>
    (await ask(downloadDocument, { body: { filename_local, filename_server } })).download_url,
})

$owner.listen(() => chatShelf.forget())
