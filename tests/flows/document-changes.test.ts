import { beforeEach, expect, test } from 'vitest'
import {
  copyItems,
  deleteItems,
  makeFolder,
  type Outcome,
  putBack,
  renameItem,
  setValidity,
} from '../../src/lib/stores/documents/changes.ts'
import { refreshQuota } from '../../src/lib/stores/documents/storage-quota.ts'
import { $view, contentOf, type FileItem, openPlace } from '../../src/lib/stores/documents/view.ts'
import { $works } from '../../src/lib/stores/documents/work.ts'
import { begin, ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'

openLabForEach()
beforeEach(async () => {
  await ended(begin(lab, '报告.pdf', 100))
  await openPlace({ kind: 'folder', id: lab.folderId })
})

function file(): FileItem {
  const item = contentOf($view.get()).items.find(({ kind }) => kind === 'file')
  if (item?.kind !== 'file') throw new Error('no file is shown')
  return item
}

test.each<[string, string, () => Promise<Outcome>]>([
  ['a new folder', '添加失败', () => makeFolder('2026', lab.folderId)],
  ['a new name', '修改失败', () => renameItem(file(), '新名.pdf')],
  [
    'a date of expiry',
    '修改失败',
    () => setValidity(file().file.id, { expires_on: '2027-01-31', report_year: null }),
  ],
  ['a deletion', '删除失败', () => deleteItems([file()])],
])('%s that does not work is said, and works when it is tried again', async (_, failed, change) => {
  await refreshQuota()
  for (const [fault, reason] of [
    ['refuse', '网络连接失败，请检查网络后重试'],
    ['fault', '服务暂时不可用，请稍后重试'],
  ] as const) {
    lab.chooseCall = (call) => (/^(POST|PUT|PATCH|DELETE)/.test(call) ? fault : undefined)
    expect(await change()).toEqual({ done: false, text: `${failed}：${reason}` })
    expect(file().file.local_name).toBe('报告.pdf')
  }
  lab.chooseCall = () => undefined
  expect(await change()).toEqual({ done: true })
})

test('a file keeps its ending if its new name has none', async () => {
  await renameItem(file(), '没后缀')
  expect(file().file.local_name).toBe('没后缀.pdf')
  await renameItem(file(), '报告.PDF')
  expect(file().file.local_name).toBe('报告.PDF')
})

test('many that are deleted go one after the other in sight; what is stopped or fails is told', async () => {
  for (const name of ['一.pdf', '二.pdf', '三.pdf']) await ended(begin(lab, name, 100))
  await openPlace({ kind: 'folder', id: lab.folderId })
  const items = contentOf($view.get()).items
  const seen: string[] = []
  const stop = $works.listen(([work]) => {
    if (work?.progress) seen.push(`${work.title} ${work.progress}`)
    if (work?.progress === '1/4') work.stop()
  })
  expect(await deleteItems(items)).toEqual({ done: false, text: '已删除 2 项，其余 2 项未删除' })
  stop()
  expect(seen).toEqual(['正在删除 4 项 0/4', '正在删除 4 项 1/4'])
  let deletions = 0
  lab.chooseCall = (call) => (call.startsWith('DELETE') && ++deletions === 3 ? 'fault' : undefined)
  expect(await deleteItems(items)).toEqual({
    done: false,
    text: '已删除 2 项，其余 2 项未删除。删除失败：服务暂时不可用，请稍后重试',
  })
  lab.chooseCall = () => undefined
  expect(await deleteItems(items)).toEqual({ done: true })
  expect(contentOf($view.get()).items).toEqual([])
})

test('what was deleted is put back with all below it, its validity and its bytes', async () => {
  await makeFolder('2026', lab.folderId)
  await setValidity(file().file.id, { expires_on: '2027-01-31', report_year: null })
  await openPlace({ kind: 'top' })
  const [top] = contentOf($view.get()).items
  if (top?.kind !== 'folder') throw new Error('no folder is shown')
  const before = await refreshQuota()
  const copies = await copyItems([top])
  expect(await deleteItems([top])).toEqual({ done: true })
  expect(contentOf($view.get()).items).toEqual([])
  expect(await putBack(copies ?? [])).toEqual({ done: true })
  const [again] = contentOf($view.get()).items
  await openPlace({ kind: 'folder', id: again?.kind === 'folder' ? again.folder.id : 0 })
  const items = contentOf($view.get()).items
  expect(items.map((item) => (item.kind === 'file' ? item.file.local_name : item.folder.name))).toEqual([
    '2026',
    '报告.pdf',
  ])
  expect(file().file).toMatchObject({ expires_on: '2027-01-31', size: 100 })
  expect(await refreshQuota()).toEqual(before)
})
