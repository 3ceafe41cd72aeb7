import { expect, test } from 'vitest'
import { explainError, HttpError, NetworkError } from '../api/errors.ts'
import type { ChatFile } from '../contract/chat/chat-file.ts'
import { createShelf } from './shelf.ts'

const FILE = { id: 1, local_name: '旧.pdf', remark: '旧备注' } as ChatFile

function callsThat(fails: Error) {
  const fail = () => Promise.reject(fails)
  const explain = (error: unknown) => ({ text: explainError(error), isOver: false })
  return { fetch: fail, add: fail, remark: fail, remove: fail, url: fail, explain }
}

test('a page more that does not come is told, and asked for again with the next try', async () => {
  const asked: number[] = []
  let isDown = false
  const shelf = createShelf({
    ...callsThat(new HttpError(500)),
    fetch: async (page) => {
      asked.push(page)
      if (isDown) throw new NetworkError()
      return { admin: [], customer: [{ ...FILE, id: page }], pages: 3 }
    },
  })
  await shelf.load()
  isDown = true
  expect(await shelf.loadMore()).toBe('网络连接失败，请检查网络后重试')
  expect(shelf.$state.get()).toMatchObject({ status: 'ready', more: true, customer: [{ id: 1 }] })
  isDown = false
  asked.length = 0
  expect(await shelf.loadMore()).toBeUndefined()
  expect(asked).toEqual([1, 2])
  expect(shelf.$state.get()).toMatchObject({ status: 'ready', more: true, customer: [{ id: 1 }, { id: 2 }] })
})

test('a page more that is on its way comes also where the files are read anew meanwhile', async () => {
  const shelf = createShelf({
    ...callsThat(new HttpError(500)),
    fetch: async (page) => ({ admin: [], customer: [{ ...FILE, id: page }], pages: 3 }),
  })
  await shelf.load()
  await Promise.all([shelf.loadMore(), shelf.load()])
  expect(shelf.$state.get()).toMatchObject({ customer: [{ id: 1 }, { id: 2 }] })
})
