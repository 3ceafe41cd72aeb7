import { createHash } from 'node:crypto'
import { readFolder } from '../../../src/lib/contract/documents/document.ts'
import { downloadFile } from '../../../src/lib/contract/documents/document-file.ts'
import { ask } from '../call.ts'

export interface Place {
  cookie: string
  companyId: number
  folder: number
}

export interface Upload {
  place: Place
  key: string
  name: string
  size: number
  sha256: string
  isStored: boolean
}

export async function whatIsMissing(
  origin: string,
  { place, key, name, size, sha256 }: Upload,
  fileId: number,
): Promise<string[]> {
  const visitor = { origin, cookie: place.cookie }
  const params = { id: String(place.companyId), docId: String(place.folder) }
  const { result } = await ask(visitor, readFolder, { params })
  const listed = result.files.filter((file) => file.hash_name === key || file.local_name === name)
  const [file] = listed
  const isListed = listed.length === 1 && file?.id === fileId && file.size === size
  if (!isListed) return [`文件 ${name}（${size} 字节）：${JSON.stringify(listed)}`]

  const { download_url } = await ask(visitor, downloadFile, { query: {}, params: { id: String(fileId) } })
  const response = await fetch(download_url)
  const bytes = Buffer.from(await response.arrayBuffer())
  const isSame = response.ok && createHash('sha256').update(bytes).digest('hex') === sha256
  return isSame ? [] : [`文件 ${name} 的内容：HTTP ${response.status}，${bytes.length} 字节`]
}
