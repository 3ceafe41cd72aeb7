import { beforeEach, expect, test, vi } from 'vitest'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { $session } from '../session.ts'
import { $picker, closePicker, openPicker, pickAll, togglePick } from './picker.ts'

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

const picked = () => {
  const state = $picker.get()
  return state.status === 'open' ? state.picked.map(({ id }) => id) : []
}
const open = (limit: number, accept: readonly string[] = []) =>
  $picker.set({ status: 'open', limit, accept, picked: [] })

beforeEach(() => closePicker(false))

test('with a limit of 1 a new pick replaces the previous one', () => {
  open(1)
  expect([togglePick(file(1)), togglePick(file(2))]).toEqual([undefined, undefined])
  expect(picked()).toEqual([2])
})

test('picks beyond the limit are refused in its words, and earlier picks stay', () => {
  open(3)
  for (const id of [1, 2, 3]) togglePick(file(id))
  expect(togglePick(file(4))).toBe('选择文件的个数不能超过3个！')
  expect(picked()).toEqual([1, 2, 3])
  togglePick(file(2))
  expect(togglePick(file(4))).toBeUndefined()
  expect(picked()).toEqual([1, 3, 4])
})

test('all of a folder are picked together, or none if they exceed the limit', () => {
  open(3, ['pdf'])
  togglePick(file(9))
  expect(pickAll([1, 2, 3].map((id) => file(id)))).toBe('选择文件的个数不能超过3个！')
  expect(picked()).toEqual([9])
  expect(pickAll([file(9), file(1), file(2), file(3, '3.docx')])).toBeUndefined()
  expect(picked()).toEqual([9, 1, 2])
  expect(pickAll([file(1), file(2)])).toBeUndefined()
  expect(picked()).toEqual([9, 1, 2])
})

test('only accepted kinds may be picked, whatever their endings look like', () => {
  open(2, ['pdf', 'jpg'])
  expect(togglePick(file(1, '合同.docx'))).toBe('只能选择 pdf、jpg 格式的文件')
  togglePick(file(2, '合同.PDF'))
  expect(picked()).toEqual([2])
})

test('by default one file can be picked; closing without a choice returns none', async () => {
  const sections: string[] = []
  vi.stubGlobal('document', {
    cookie: '',
    documentElement: { dataset: {} },
    dispatchEvent: ({ type }: Event) => sections.push(type),
  })
  $session.set({ ...$session.get(), code: 200 })
  const chosen = openPicker()
  await vi.waitUntil(() => $picker.get().status === 'open', 90_000)
  expect([$picker.get(), sections]).toMatchObject([{ limit: 1 }, ['call:picker']])
  togglePick(file(1))
  closePicker(true)
  expect((await chosen).map(({ id }) => id)).toEqual([1])
  const dropped = openPicker()
  await vi.waitUntil(() => $picker.get().status === 'open', 90_000)
  togglePick(file(2))
  closePicker(false)
  expect(await dropped).toEqual([])
  vi.unstubAllGlobals()
})
