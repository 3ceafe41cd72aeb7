/** Files: an object in the store, then its row among the company's documents. */
import { createHash, randomBytes } from 'node:crypto'
import { addFolder } from '../../../src/lib/contract/documents/document.ts'
import { addFile } from '../../../src/lib/contract/documents/document-file.ts'
import { getUploadToken } from '../../../src/lib/contract/documents/storage.ts'
import { CODES } from '../../../src/lib/contract/envelope.ts'
import { ask, attempt } from '../call.ts'
import { type Person, shared, type Welcome } from '../people.ts'
import { putObject } from './put-object.ts'
import { type Place, type Upload, whatIsMissing } from './stored-file.ts'
import type { Check, Work } from './work.ts'

const FILES_PER_COMPANY = 40
const MAX_BYTES = 400_000

export function uploads(welcome: Welcome): Work {
  const place = shared(async (origin) => openFolder(origin, await welcome(origin)), FILES_PER_COMPANY)
  const unentered = new Set<Upload>()
  let files = 0

  /** Undefined when the object has not arrived in the store, which was not acknowledged. */
  const enter = async (origin: string, upload: Upload): Promise<Check | undefined> => {
    const { cookie, folder } = upload.place
    const { key: hash_name, name: local_name, size } = upload
    const body = { folder, hash_name, local_name, size }
    const { code, message, answer } = await attempt({ origin, cookie }, addFile, { body })
    if (answer) {
      unentered.delete(upload)
      return (after) => whatIsMissing(after, upload, answer.file.id)
    }
    if (code !== CODES.none || upload.isStored) throw new Error(`登记 ${local_name}：${code} ${message}`)
    unentered.delete(upload)
    return undefined
  }

  return {
    name: '上传',
    act: async (origin) => {
      const into = await place(origin)
      const turn = ++files
      const bytes = randomBytes(1 + Math.floor((MAX_BYTES * (turn % 10)) / 10))
      const query = { bucket: 'documents', size: String(bytes.length) } as const
      const { data: token } = await ask({ origin, cookie: into.cookie }, getUploadToken, { query })
      const upload: Upload = {
        place: into,
        key: `${token.key}file`,
        name: `材料${turn}.bin`,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        isStored: false,
      }
      unentered.add(upload)
      await putObject(token, upload.key, bytes)
      upload.isStored = true
      const check = await enter(origin, upload)
      if (!check) throw new Error(`没有登记 ${upload.name}`)
      return check
    },
    resume: async (origin) => {
      const checks: Check[] = []
      for (const upload of [...unentered]) {
        const check = await enter(origin, upload)
        if (check) checks.push(check)
      }
      return checks
    },
  }
}

async function openFolder(origin: string, { cookie, companyId }: Person): Promise<Place> {
  const params = { id: String(companyId) }
  const { folder } = await ask({ origin, cookie }, addFolder, { params, body: { name: '申报材料' } })
  return { cookie, companyId, folder: folder.id }
}
