/** Files of drafts: an object in the store, then a file of an unsubmitted application; some are removed again. */
import { createHash, randomBytes } from 'node:crypto'
import { downloadDocument, getUploadToken } from '../../../src/lib/contract/documents/storage.ts'
import { CODES } from '../../../src/lib/contract/envelope.ts'
import { createOrder, DRAFTS_MAX, getOrder } from '../../../src/lib/contract/orders/order.ts'
import { addServiceFile, deleteServiceFile } from '../../../src/lib/contract/orders/service-file.ts'
import { ask, attempt } from '../call.ts'
import { type Person, shared, type Welcome } from '../people.ts'
import { putObject } from './put-object.ts'
import type { Check, Work } from './work.ts'

/** An item of the test catalogue that is always open. */
const ITEM = 22
const MATERIAL = '营业执照'
const BYTES = 30_000
/** One of this many is removed. */
const TAKEN_OUT = 3

interface Paper {
  person: Person
  clientId: string
  key: string
  sha256: string
  isTakenOut: boolean
  /** Whether the store has acknowledged the object. */
  isStored: boolean
  /** Known after the server's acknowledgement. */
  fileId?: number
}

export function draftPapers(welcome: Welcome): Work {
  const company = shared(welcome, DRAFTS_MAX - 10)
  const unanswered = new Set<Paper>()
  let papers = 0

  /** Repeating the steps changes nothing. Undefined when the object has not arrived, which was not acknowledged. */
  const attach = async (origin: string, paper: Paper): Promise<Check | undefined> => {
    const { person, clientId, key: hash_name } = paper
    const visitor = { origin, cookie: person.cookie }
    const companyId = String(person.companyId)
    const { order } = await ask(visitor, createOrder, {
      params: { companyId },
      body: { item_id: ITEM, fields: {}, submit: false, client_id: clientId },
    })
    if (paper.fileId === undefined) {
      const body = {
        order_id: order.id,
        local_name: `${clientId}.bin`,
        hash_name,
        size: BYTES,
        material: MATERIAL,
      }
      const { code, message, answer } = await attempt(visitor, addServiceFile, { body })
      if (!answer && (code !== CODES.none || paper.isStored))
        throw new Error(`材料 ${clientId}：${code} ${message}`)
      if (!answer) {
        unanswered.delete(paper)
        return undefined
      }
      paper.fileId = answer.file.id
    }
    if (paper.isTakenOut) {
      const params = { id: String(paper.fileId) }
      const { code, message } = await attempt(visitor, deleteServiceFile, { params })
      if (code !== CODES.ok && code !== CODES.none) throw new Error(`取出 ${clientId}：${code} ${message}`)
    }
    unanswered.delete(paper)
    return (after) =>
      whatDiffers({ ...visitor, origin: after }, paper, { companyId, orderId: String(order.id) })
  }

  return {
    name: '草稿材料',
    act: async (origin) => {
      const person = await company(origin)
      const turn = ++papers
      const bytes = randomBytes(BYTES)
      const query = { bucket: 'documents', size: String(BYTES) } as const
      const { data: token } = await ask({ origin, cookie: person.cookie }, getUploadToken, { query })
      const paper: Paper = {
        person,
        clientId: `draft-paper-${turn}`,
        key: `${token.key}file`,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        isTakenOut: turn % TAKEN_OUT === 0,
        isStored: false,
      }
      unanswered.add(paper)
      await putObject(token, paper.key, bytes)
      paper.isStored = true
      const check = await attach(origin, paper)
      if (!check) throw new Error(`没有添加 ${paper.clientId}`)
      return check
    },
    resume: async (origin) => {
      const checks: Check[] = []
      for (const paper of [...unanswered]) {
        const check = await attach(origin, paper)
        if (check) checks.push(check)
      }
      return checks
    },
  }
}

/** Returns differences of the draft, its files and their bytes, as texts. */
async function whatDiffers(
  visitor: { origin: string; cookie: string },
  { clientId, key, sha256, isTakenOut }: Paper,
  params: { companyId: string; orderId: string },
): Promise<string[]> {
  const { order } = await ask(visitor, getOrder, { params })
  const found = order.files.map(({ hash_name, materials }) => `${hash_name} ${materials}`).join()
  const isRight = order.state === 'draft' && found === (isTakenOut ? '' : `${key} ${MATERIAL}`)
  if (!isRight) return [`草稿材料 ${clientId}：${order.state}，${found || '没有文件'}`]
  if (isTakenOut) return []
  const body = { filename_local: `${clientId}.bin`, filename_server: key }
  const response = await fetch((await ask(visitor, downloadDocument, { body })).download_url)
  const bytes = Buffer.from(await response.arrayBuffer())
  const isSame = response.ok && createHash('sha256').update(bytes).digest('hex') === sha256
  return isSame ? [] : [`草稿材料 ${clientId} 的内容：HTTP ${response.status}，${bytes.length} 字节`]
}
