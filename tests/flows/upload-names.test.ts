import { describe, expect, test } from 'vitest'
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
