import { afterEach, expect, test } from 'vitest'
import { HttpError, NetworkError, RefusedError } from '../../api/errors.ts'
import type { ChatFile } from '../../contract/chat/chat-file.ts'
import { $isQuotaFull } from '../documents/storage-quota.ts'
import { companyShelf } from './shelf.ts'

const FILE = { id: 1, local_name: '旧.pdf', remark: '旧备注' } as ChatFile
const STORED = { localName: '新.pdf', hashName: 'companies/1/a/file', size: 1 }

function shelfThat(fails: Error) {
  const fail = () => Promise.reject(fails)
  return companyShelf({
    fetch: fail,
    add: fail,
    replace: fail,
    remark: fail,
    remove: fail,
    url: fail,
  })
}

afterEach(() => $isQuotaFull.set(false))

test('each failure has its own words and the reason', async () => {
  const shelf = shelfThat(new NetworkError())
  const reason = '网络连接失败，请检查网络后重试'
  expect(await shelf.add(STORED)).toEqual({ tone: 'error', text: `添加文件失败：${reason}` })
  expect(await shelf.replace(FILE, STORED)).toEqual({ tone: 'error', text: `修改失败：${reason}` })
  expect(await shelf.remark(FILE, '新备注')).toEqual({ tone: 'error', text: `修改失败：${reason}` })
  expect(await shelf.remove(FILE)).toEqual({ tone: 'error', text: `删除失败：${reason}` })
})

test('all pages of both lists are shown', async () => {
  const fail = () => Promise.reject(new NetworkError())
  const fetch = async (page: number) => ({ admin: [], customer: [{ ...FILE, id: page }], pages: 2 })
  const shelf = companyShelf({ fetch, add: fail, remark: fail, remove: fail, url: fail })
  await shelf.load()
  expect(shelf.$state.get()).toMatchObject({ status: 'ready', customer: [{ id: 1 }, { id: 2 }] })
})

test('a remark is saved only if it is not empty', async () => {
  const shelf = shelfThat(new HttpError(500))
  expect(await shelf.remark(FILE, '  ')).toBeUndefined()
})

test('a file that exceeds the storage offers a higher level', async () => {
  const refusal = new RefusedError(400, '企业文件存储空间不足，请升级企业等级', { overflow: true })
  expect((await shelfThat(refusal).add(STORED)).text).toBe(`添加文件失败：${refusal.message}`)
  expect($isQuotaFull.get()).toBe(true)
})
