/** Downloads of documents: a folder's files one a second, and what is said about an empty one (portal.md §5, §9). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { downloadItem } from '../../src/lib/stores/documents/download.ts'
import { forgetRoom } from '../../src/lib/stores/documents/storage-room.ts'
import type { FolderItem } from '../../src/lib/stores/documents/view.ts'
import { $uploads } from '../../src/lib/stores/uploads/state.ts'
import { type Lab, openLab } from '../torture/uploads/lab.ts'
import { begin, ended } from '../torture/uploads/random-uploads.ts'

let lab: Lab
beforeEach(async () => {
  lab = await openLab()
})
afterEach(async () => {
  vi.restoreAllMocks()
  $uploads.set([])
  forgetRoom()
  await lab.close()
})

const folder = (): FolderItem => ({
  kind: 'folder',
  key: 'folder',
  folder: { id: lab.folderId, name: '申报材料', parent: null, org_id: 1, gmt_create: '2026-11-21T00:00:00Z' },
})

test('an empty folder is said to be', async () => {
  expect(await downloadItem(folder())).toBe('目标文件夹为空')
})

test('the files of a folder are opened one a second', async () => {
  for (const name of ['一.bin', '二.bin', '三.bin']) await ended(begin(lab, name, 100))
  const steps: string[] = []
  Object.assign(document, {
    createElement: () => ({
      href: '',
      click() {
        steps.push(new URL(this.href).pathname.slice(-4))
      },
    }),
  })
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((end, ms) => {
    steps.push(`${ms}`)
    queueMicrotask(end)
    return undefined as never
  })
  expect(await downloadItem(folder())).toBeUndefined()
  expect(steps).toEqual(['file', '1000', 'file', '1000', 'file', '1000'])
})
