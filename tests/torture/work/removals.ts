/** Freed space: a cancelled upload, and a deleted file, whose object a job removes. */
import { randomBytes } from 'node:crypto'
import { addFolder } from '../../../src/lib/contract/documents/document.ts'
import { addFile, deleteFile, readFiles } from '../../../src/lib/contract/documents/document-file.ts'
import { cancelUpload, getUploadToken } from '../../../src/lib/contract/documents/storage.ts'
import { CODES } from '../../../src/lib/contract/envelope.ts'
import { ask, attempt } from '../call.ts'
import { shared, type Welcome } from '../people.ts'
import { putObject } from './put-object.ts'
import type { Check, Work } from './work.ts'

const REMOVALS_PER_COMPANY = 40
const BYTES = 20_000
const RESERVED = '5000000'

interface Removal {
  cookie: string
  /** Prefix of the cancelled upload. */
  prefix: string
  fileId: number
}

export function removals(welcome: Welcome): Work {
  const place = shared(async (origin) => {
    const { cookie, companyId } = await welcome(origin)
    const params = { id: String(companyId) }
    const { folder } = await ask({ origin, cookie }, addFolder, { params, body: { name: '将删除' } })
    return { cookie, folder: folder.id }
  }, REMOVALS_PER_COMPANY)
  const unanswered = new Set<Removal>()
  let files = 0

  const remove = async (origin: string, removal: Removal): Promise<Check> => {
    const { cookie, prefix, fileId } = removal
    const visitor = { origin, cookie }
    await ask(visitor, cancelUpload, { body: { key: prefix } })
    const { code, message } = await attempt(visitor, deleteFile, { params: { id: String(fileId) } })
    if (code !== CODES.ok && code !== CODES.none) throw new Error(`删除 ${fileId}：${code} ${message}`)
    unanswered.delete(removal)
    return async (after) => {
      const late = { origin: after, cookie }
      const { result } = await ask(late, readFiles, { query: { ids: String(fileId) } })
      const renewal = await attempt(late, getUploadToken, { query: { bucket: 'documents', key: prefix } })
      return [
        ...(result.items.length === 0 ? [] : [`文件 ${fileId} 删除后又在了`]),
        ...(renewal.code === CODES.none ? [] : [`上传 ${prefix} 取消后又开着：${renewal.code}`]),
      ]
    }
  }

  return {
    name: '删除和取消',
    act: async (origin) => {
      const { cookie, folder } = await place(origin)
      const visitor = { origin, cookie }
      const query = { bucket: 'documents', size: String(BYTES) } as const
      const { data: token } = await ask(visitor, getUploadToken, { query })
      const hash_name = `${token.key}file`
      await putObject(token, hash_name, randomBytes(BYTES))
      const body = { folder, hash_name, local_name: `将删除${++files}.bin`, size: BYTES }
      const { file } = await ask(visitor, addFile, { body })
      const { data: given } = await ask(visitor, getUploadToken, { query: { ...query, size: RESERVED } })
      const removal = { cookie, prefix: given.key, fileId: file.id }
      unanswered.add(removal)
      return remove(origin, removal)
    },
    resume: async (origin) => {
      const checks: Check[] = []
      for (const removal of [...unanswered]) checks.push(await remove(origin, removal))
      return checks
    },
  }
}
