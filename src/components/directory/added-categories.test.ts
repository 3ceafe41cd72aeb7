import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showCategories } from './added-categories.ts'

let window: Window

beforeEach(() => {
  window = new Window()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await window.happyDOM.close()
})

/** A page with category 2 of the build, which stands for `id`; the server has 2 and 7. */
async function open(id: string, isAdded: boolean, answer = true) {
  const { document } = window
  document.title = '服务商 - 知策'
  document.body.innerHTML = `<h1${isAdded ? ' data-added' : ''}>服务商</h1>
    <p data-about>正在读取…</p><ul data-categories><li><a href="/providerlist/2">财税服务</a></li></ul>
    <section data-approved="${id}"></section>`
  const items = [
    { id: 2, name: '财税服务', description: '记账' },
    { id: 7, name: '出海服务', description: '报关与合规' },
  ]
  vi.stubGlobal('fetch', async () =>
    answer
      ? Response.json({ code: 200, result: { items, pages: 1 } })
      : Promise.reject(new TypeError('failed')),
  )
  await showCategories(document as unknown as Document)
  const links = [...document.querySelectorAll('a')].map((link) => [
    link.getAttribute('href'),
    link.getAttribute('aria-current'),
  ])
  const words = [
    document.title,
    ...['h1', '[data-about]'].map((at) => document.querySelector(at)?.textContent),
  ]
  return { links, words }
}

test('a category added after the build gets its own words, and a place in the list', async () => {
  expect(await open('7', true)).toEqual({
    links: [
      ['/providerlist/2', null],
      ['/providerlist/7', 'page'],
    ],
    words: ['出海服务商 - 知策', '出海服务商', '报关与合规。'],
  })
})

test('a category of the build keeps its words and offers the newer ones', async () => {
  const { links, words } = await open('2', false)
  expect(links).toEqual([
    ['/providerlist/2', null],
    ['/providerlist/7', null],
  ])
  expect(words).toEqual(['服务商 - 知策', '服务商', '正在读取…'])
})

test('without an answer an added category says so, and one of the build is unchanged', async () => {
  expect((await open('7', true, false)).words[2]).toBe('读取失败，请稍后刷新。')
  expect((await open('2', false, false)).links).toEqual([['/providerlist/2', null]])
})
