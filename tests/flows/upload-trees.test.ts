/** A dropped tree of folders: its target, its progress, and a broken connection. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { addFolder } from '../../src/lib/contract/documents/document.ts'
import { placeForUpload } from '../../src/lib/stores/documents/folders.ts'
import { forgetQuota } from '../../src/lib/stores/documents/storage-quota.ts'
import { $view, closeView, openPlace } from '../../src/lib/stores/documents/view.ts'
import { $works } from '../../src/lib/stores/documents/work.ts'
import { $skipped, uploadTree } from '../../src/lib/stores/uploads/choice.ts'
import { $uploads, isEnded } from '../../src/lib/stores/uploads/state.ts'
import { type Lab, openLab } from '../torture/uploads/lab.ts'

const TREE = {
  files: [
    { file: new File(['1'], '说明.pdf'), folders: [] },
    { file: new File(['2'], '审计.pdf'), folders: ['2026'] },
  ],
  folders: [['2026'], ['2026', '附件']],
}

let lab: Lab
beforeEach(async () => {
  lab = await openLab()
})
afterEach(async () => {
  closeView()
  $uploads.set([])
  forgetQuota()
  await lab.close()
})

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

test('that is stopped uploads nothing', async () => {
  await openPlace({ kind: 'folder', id: lab.folderId })
  const stop = $works.listen(([work]) => work?.progress === '1/2' && work.stop())
  expect(await uploadTree(TREE)).toBe('已停止，文件未上传；已建立的文件夹会保留')
  stop()
  expect([$uploads.get(), $skipped.get()]).toEqual([[], null])
})

const file = (name: string, ...folders: string[]) => ({ file: new File(['1'], name), folders })
const PROJECT = {
  files: [
    file('1.pdf', '项目'),
    file('2.pdf', '项目', '坏'),
    file('3.pdf', '项目', '坏', '内'),
    file('4.pdf', '项目', '好'),
  ],
  folders: [['项目'], ['项目', '坏'], ['项目', '坏', '内'], ['项目', '好']],
}
const refusing = (code: number, message: string) => Response.json({ code, message })

test('with a refused folder uploads the rest, and names the folder', async () => {
  await openPlace({ kind: 'folder', id: lab.folderId })
  lab.chooseCall = (call) =>
    call === makeFolder() && makes() === 2 ? refusing(400, '文件夹名太长') : undefined
  expect(await uploadTree(PROJECT)).toBeUndefined()
  await through()
  expect(places()).toEqual(['项目/1.pdf', '好/4.pdf'])
  expect($skipped.get()).toBe('文件夹“项目/坏”等 2 个未建立：文件夹名太长。其中的 2 个文件未上传')
  // The next one reports only its own.
  await uploadTree({ files: [file('5.pdf')], folders: [] })
  expect($skipped.get()).toBeNull()
  await through()
})

test('an error that concerns every folder is met once', async () => {
  await openPlace({ kind: 'folder', id: lab.folderId })
  lab.chooseCall = (call) =>
    call === makeFolder() && makes() === 2 ? refusing(429, '操作太频繁') : undefined
  await uploadTree(PROJECT)
  expect(makes()).toBe(2)
  await through()
  expect(places()).toEqual(['项目/1.pdf'])
  expect($skipped.get()).toBe('文件夹“项目/坏”等 3 个未建立：操作太频繁。其中的 3 个文件未上传')
})

test('a folder that is only about to be shown has its own name', async () => {
  const { folder: other } = await ask(addFolder, { params: { id: lab.companyId }, body: { name: '别的' } })
  await openPlace({ kind: 'folder', id: lab.folderId })
  const opened = openPlace({ kind: 'folder', id: other.id })
  expect(await placeForUpload($view.get())).toEqual({ folderId: other.id, folderName: '别的' })
  await opened
})
