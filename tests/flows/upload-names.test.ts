/** Uploads with a taken name: kept beside it, in its place, or not at all. */
import { describe, expect, test } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { changeFile } from '../../src/lib/contract/documents/document-file.ts'
import { refreshQuota } from '../../src/lib/stores/documents/storage-quota.ts'
import { addUploads } from '../../src/lib/stores/uploads/queue.ts'
import { $conflict } from '../../src/lib/stores/uploads/state.ts'
import { ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'
import { fileOf, uploadInto } from './support/upload.ts'

const MB = 1024 ** 2

openLabForEach()

const upload = (file: File) => uploadInto(lab, file)

test.each([
  ['keep', ['材料 (1).pdf', '材料.pdf']],
  ['replace', ['材料.pdf']],
  ['skip', ['材料.pdf']],
] as const)('%s', async (choice, names) => {
  await upload(fileOf(MB))
  const stop = $conflict.subscribe((conflict) => conflict?.answer(choice, false))
  const { state } = await upload(fileOf(2 * MB))
  stop()
  expect(state.status).toBe(choice === 'skip' ? 'cancelled' : 'done')
  const files = await lab.files()
  expect(files.map(({ local_name }) => local_name).sort()).toEqual([...names].sort())
  expect(files.some(({ size }) => size === 2 * MB)).toBe(choice !== 'skip')
})

test('taken while the file goes up, and then skipped: no upload stays open and no room is taken', async () => {
  await upload(fileOf(MB, '别名.pdf'))
  const [other] = await lab.files()
  let renamed: Promise<unknown> | undefined
  lab.proxy.choose = ({ method }) => {
    if (method === 'PUT')
      renamed ??= ask(changeFile, { params: { id: other?.id ?? 0 }, body: { name: '材料.pdf' } })
    return undefined
  }
  const stop = $conflict.subscribe((conflict) => conflict?.answer('skip', false))
  const { state } = await upload(fileOf(12 * MB))
  stop()
  await renamed
  expect(state.status).toBe('cancelled')
  expect((await lab.files()).map(({ local_name }) => local_name)).toEqual(['材料.pdf'])
  expect(await lab.leftovers()).toMatchObject({ uploads: 0, reservedBytes: 0 })
  // The server had counted the object before it saw the name.
  expect(await refreshQuota()).toMatchObject({ usedBytes: MB })
})

describe('更新 with a file of another ending', () => {
  async function replace(by: string) {
    const [{ id: replaces = 0, local_name: replacesName = '' } = {}] = await lab.files()
    const place = { folderId: lab.folderId, folderName: '申报材料' }
    const [id = 0] = addUploads([{ file: fileOf(2 * MB, by), replaces, replacesName, ...place }])
    return (await ended(id)).state
  }
  const names = async () => (await lab.files()).map(({ local_name }) => local_name).sort()

  test('gives the file that ending, and reports both names', async () => {
    await upload(fileOf(MB, '新名字.txt'))
    expect(await replace('定稿.DOCX')).toMatchObject({
      status: 'done',
      replaced: { former: '新名字.txt', by: '定稿.DOCX' },
    })
    expect(await names()).toEqual(['新名字.DOCX'])
  })
})
