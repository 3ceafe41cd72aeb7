import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { $companyId, $hasExpired } from '../session.ts'
import { $uploads, type UploadItem } from '../uploads/state.ts'
import { followPicks } from './follow-picks.ts'
import { $picker, closePicker, togglePick } from './picker.ts'
import { $view } from './view.ts'

const file = (id: number, local_name = `${id}.pdf`): DocumentFile => ({
  id,
  folder: 1,
  hash_name: `companies/1/${'a'.repeat(22)}/${id}`,
  local_name,
  download_url: '',
  checked: false,
  size: 1,
  gmt_modified: '2026-11-21T02:00:00.000Z',
  expires_on: null,
  report_year: null,
})
const upload = (id: number, state: UploadItem['state'], replaces?: number): UploadItem => ({
  id,
  file: new File(['1'], 'a.pdf'),
  name: 'a.pdf',
  folderId: 1,
  folderName: '',
  replaces,
  state,
})
const begin = (id: number, replaces?: number) =>
  $uploads.set([upload(id, { status: 'uploading', sent: 0 }, replaces)])
const end = (id: number, stored: DocumentFile, replaces?: number) =>
  $uploads.set([upload(id, { status: 'done', file: stored }, replaces)])

const picked = () => {
  const state = $picker.get()
  return state.status === 'open' ? state.picked.map(({ local_name }) => local_name) : []
}

let stop: () => void
function open(limit: number, accept: readonly string[] = []) {
  stop()
  $picker.set({ status: 'open', limit, accept, picked: [] })
  stop = followPicks()
}

beforeEach(() => {
  stop = () => {}
  $uploads.set([])
  $hasExpired.set(false)
  $companyId.set(1)
})
afterEach(() => {
  stop()
  closePicker(false)
  vi.unstubAllGlobals()
})

test('an upload is picked once, within the limit', () => {
  open(2)
  begin(1)
  end(1, file(1))
  end(1, file(1))
  expect(picked()).toEqual(['1.pdf'])
  togglePick(file(2))
  begin(3)
  end(3, file(3))
  expect(picked()).toEqual(['1.pdf', '2.pdf'])
})

test('an upload that replaces a picked file updates it, and never removes it', () => {
  open(1)
  togglePick(file(7))
  begin(1)
  end(1, file(7, '新.pdf'))
  expect(picked()).toEqual(['新.pdf'])
  begin(2, 7)
  end(2, file(7, '更新.pdf'), 7)
  expect(picked()).toEqual(['更新.pdf'])
  begin(3, 8)
  end(3, file(8), 8)
  expect(picked()).toEqual(['更新.pdf'])
})

test('what is deleted or changed meanwhile is picked as it is; without a line it stays', async () => {
  open(3)
  for (const id of [1, 2]) togglePick(file(id))
  const ready = () =>
    $view.set({ status: 'ready', place: { kind: 'top' }, content: { path: [], items: [], more: false } })
  const answer = vi.fn().mockRejectedValueOnce(new TypeError('fetch failed'))
  vi.stubGlobal('fetch', answer)
  ready()
  await vi.waitFor(() => expect(answer).toHaveBeenCalledOnce(), 90_000)
  expect(picked()).toEqual(['1.pdf', '2.pdf'])
  answer.mockImplementation(async () =>
    Response.json({ code: 200, result: { items: [file(2, '新名.pdf')] } }),
  )
  ready()
  await vi.waitFor(() => expect(picked()).toEqual(['新名.pdf']), 90_000)
})
