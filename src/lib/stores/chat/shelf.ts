/** The files beside the company's chat. */
import {
  createChatFile,
  fetchChatFiles,
  removeChatFile,
  setChatFileRemark,
  updateChatFile,
} from '../../api/chat-file.ts'
import { fetchDownloadUrl } from '../../api/storage.ts'
import { $owner } from '../session.ts'
import { makeShelf } from './file-shelf.ts'

export const chatShelf = makeShelf('chat', {
  fetch: fetchChatFiles,
  add: (file) => createChatFile({ ...file, advisory_id: 0 }),
  change: ({ id, advisory_id }, to) => updateChatFile(id, { ...to, advisory_id }),
  remark: ({ id }, remark) => setChatFileRemark(id, remark),
  remove: removeChatFile,
  url: ({ local_name, hash_name }) => fetchDownloadUrl('documents', local_name, hash_name),
})

$owner.listen(() => chatShelf.forget())
