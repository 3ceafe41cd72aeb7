import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contentOf } from '../../server/storage/testing/content-of.ts'
import { $chatUpload, cancelChatUpload, chatShelf, uploadForChat } from '../../src/lib/stores/chat/shelf.ts'
import { $isQuotaFull, forgetQuota, refreshQuota } from '../../src/lib/stores/documents/storage-quota.ts'
import { $companyId, $owner } from '../../src/lib/stores/session.ts'
import { type Lab, openLab } from '../torture/uploads/lab.ts'
import { until } from './support/visitor.ts'

const MB = 1024 ** 2
const FULL = '企业文件存储空间不足，请升级企业等级'

let lab: Lab

beforeEach(async () => {
  lab = await openLab()
  $companyId.set((await refreshQuota())?.companyId ?? null)
})
afterEach(async () => {
  chatShelf.forget()
  forgetQuota()
  $isQuotaFull.set(false)
  $companyId.set(null)
  $owner.set(null)
  await lab.close()
})

function fileOf(size: number, name = '材料.pdf'): File {
  return new File([Buffer.alloc(size, contentOf(name))], name)
}

const shelf = () => {
  const state = chatShelf.$state.get()
  return state.status === 'ready' ? state.customer.map((file) => [file.local_name, file.remark]) : state
}

test('a file is uploaded, added to the shelf, remarked, replaced and removed', async () => {
  const stored = await uploadForChat([fileOf(2000)], 'shelf')
  expect(await chatShelf.add(stored)).toEqual({ tone: 'success', text: '添加文件成功' })
  expect(shelf()).toEqual([['材料.pdf', '']])
  const state = chatShelf.$state.get()
  const [file] = state.status === 'ready' ? state.customer : []
  if (!file) throw new Error('no file')
  expect(await chatShelf.remark(file, ' \n '), 'an empty remark is none').toBeUndefined()
  expect(await chatShelf.remark(file, ' 第二页 ')).toEqual({ tone: 'success', text: '修改成功' })
  const other = await uploadForChat([fileOf(10, '新.docx')], 'shelf')
  expect(await chatShelf.replace(file, other)).toEqual({ tone: 'success', text: '修改成功' })
  expect(shelf()).toEqual([['新.docx', '第二页']])
  expect(await chatShelf.remove(file)).toEqual({ tone: 'success', text: '删除成功' })
  expect(shelf()).toEqual([])
  expect(await chatShelf.add(other, '第二页'), 'is taken back').toMatchObject({ tone: 'success' })
  expect(shelf()).toEqual([['新.docx', '第二页']])
})

test('a file whose content does not match its name is refused before the upload, and by the server', async () => {
  const fake = new File(['<html>'], '合同.pdf')
  const words = '“合同.pdf”的内容不是 PDF 文件，请检查后重新选择'
  await expect(uploadForChat([fake], 'shelf')).rejects.toThrow(`上传错误：${words}`)
  expect(lab.calls.filter((call) => call.includes('sts_not_token'))).toEqual([])
  const stored = await uploadForChat([new File(['<html>'], '合同.txt')], 'shelf')
  expect(await chatShelf.add({ ...stored, localName: '合同.pdf' })).toMatchObject({
    text: expect.stringContaining(words),
  })
})

describe('an upload', () => {
  test('that is cancelled is reported twice, and leaves nothing behind', async () => {
    const seen: string[] = []
    const stop = $chatUpload.listen(({ status }) => seen.push(status))
    const done = uploadForChat([fileOf(25 * MB)], 'dialogue')
    const cancelled = expect(done).rejects.toThrow('取消成功!')
    await until($chatUpload, (state) => state.status === 'uploading' && state.percent > 0)
    cancelChatUpload()
    await cancelled
    stop()
    expect([...new Set(seen)]).toEqual(['uploading', 'cancelling', 'idle'])
    expect(await lab.leftovers()).toEqual({ uploads: 0, objects: 0, reservedBytes: 0 })
  })

  test('ends when somebody else is logged in: nothing is sent in another name', async () => {
    $owner.set('1-1')
    const done = uploadForChat([fileOf(25 * MB)], 'dialogue')
    const ended = expect(done).rejects.toThrow('登录状态已变化，上传已取消')
    await until($chatUpload, (state) => state.status === 'uploading' && state.percent > 0)
    $owner.set('2-2')
    await ended
    expect($chatUpload.get()).toEqual({ status: 'idle' })
    await expect.poll(lab.leftovers).toEqual({ uploads: 0, objects: 0, reservedBytes: 0 })
  })

  test('without room is refused before the first byte, and the way to a higher level is shown', async () => {
    const large = fileOf(10)
    Object.defineProperty(large, 'size', { value: 5 * 1024 ** 3 })
    await expect(uploadForChat([large], 'dialogue')).rejects.toThrow(FULL)
    expect($isQuotaFull.get()).toBe(true)
    expect(lab.proxy.log).toEqual([])
  })
})
