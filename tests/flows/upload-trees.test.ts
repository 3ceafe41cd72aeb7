import { expect, test, vi } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { addFolder } from '../../src/lib/contract/documents/document.ts'
import { $view, openPlace } from '../../src/lib/stores/documents/view.ts'
import { $works } from '../../src/lib/stores/documents/work.ts'
import { uploadTree } from '../../src/lib/stores/uploads/choice.ts'
import { $uploads, isEnded } from '../../src/lib/stores/uploads/state.ts'
import { lab, openLabForEach } from './support/lab.ts'

const TREE = {
  files: [
    { file: new File(['1'], '说明.pdf'), folders: [] },
    { file: new File(['2'], '审计.pdf'), folders: ['2026'] },
  ],
  folders: [['2026'], ['2026', '附件']],
}

openLabForEach()

const through = () => vi.waitFor(() => expect($uploads.get().every(isEnded)).toBe(true), 90_000)
const makes = () => lab.calls.filter((call) => call === makeFolder()).length
const makeFolder = () => `POST /startup/api/v1/company/${lab.companyId}/documents`
const places = () => $uploads.get().map(({ name, folderName }) => `${folderName}/${name}`)

test('goes to the place of the drop, whatever is opened meanwhile', async () => {
  const { folder: other } = await ask(addFolder, { params: { id: lab.companyId }, body: { name: '别的' } })
  await openPlace({ kind: 'folder', id: lab.folderId })
  const work = uploadTree(TREE)
  await openPlace({ kind: 'folder', id: other.id })
  expect(await work).toBeUndefined()
  await through()
  expect(places()).toEqual(['申报材料/说明.pdf', '2026/审计.pdf'])
  expect($uploads.get()[0]?.folderId).toBe(lab.folderId)
  expect($view.get().place).toEqual({ kind: 'folder', id: other.id })
})

test('continues after a broken connection, with visible progress', async () => {
  await openPlace({ kind: 'folder', id: lab.folderId })
  const seen: string[] = []
  const stop = $works.listen(([work]) => work?.progress && seen.push(work.progress))
  lab.chooseCall = (call) => (call.startsWith('POST') && makes() === 2 ? 'refuse' : undefined)
  expect(await uploadTree(TREE)).toBeUndefined()
  stop()
  await through()
  expect([seen, makes()]).toEqual([['1/2', '2/2', '网络中断，恢复后自动继续'], 3])
  expect(places()).toHaveLength(2)
})

test('of which a folder is refused uploads no file, and names that folder', async () => {
  await openPlace({ kind: 'folder', id: lab.folderId })
  const long = '长'.repeat(256)
  expect(await uploadTree({ ...TREE, folders: [...TREE.folders, ['2026', long]] })).toContain(
    `文件夹“2026/${long}”未建立，文件未上传。`,
  )
  expect($uploads.get()).toEqual([])
})
