import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showApproved, showCategories } from './approved.ts'

const PER_PAGE = 20
let window: Window
let asked: string[]

beforeEach(() => {
  window = new Window()
  window.document.body.innerHTML = '<section hidden data-approved="2"><ul></ul></section>'
  vi.stubGlobal('document', window.document)
  asked = []
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await window.happyDOM.close()
})

/** A server with the providers 1 to `count`, the first of which was approved last. */
function serve(count: number): void {
  const all = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    company_name: `服务商${index + 1}`,
    services: '代理记账',
  }))
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const page = Number(new URL(path, 'http://portal.test').searchParams.get('page'))
    const items = all.slice((page - 1) * PER_PAGE, page * PER_PAGE)
    return Response.json({ code: 200, result: { items, pages: Math.ceil(count / PER_PAGE) } })
  })
}

async function show(): Promise<{ rows: number; hidden: boolean }> {
  const section = window.document.querySelector('section') as unknown as HTMLElement
  await showApproved(section)
  return { rows: section.querySelectorAll('li').length, hidden: section.hasAttribute('hidden') }
}

test('all of them are shown, not only the first page', async () => {
  serve(45)
  expect(await show()).toEqual({ rows: 45, hidden: false })
})

test('one that the build lacks is shown wherever it stands', async () => {
  serve(100)
  const built = Array.from({ length: 100 }, (_, index) => `<a href="/enterprise/2/${index + 1}"></a>`)
  window.document.body.insertAdjacentHTML('afterbegin', built.toSpliced(70, 1).join(''))
  expect(await show()).toEqual({ rows: 1, hidden: false })
  expect(asked).toHaveLength(5)
})

test('without an answer, and without any, nothing shows', async () => {
  serve(0)
  expect(await show()).toEqual({ rows: 0, hidden: true })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  expect(await show()).toEqual({ rows: 0, hidden: true })
})

/** A page with the category 2 of the build, which stands for `id`; the server has 2 and 7. */
async function open(id: string, isAdded: boolean, answer = true) {
  const { document } = window
  document.title = '服务商 - 知策'
  document.body.innerHTML = `<span data-current>服务商</span><h1${isAdded ? ' data-added' : ''}>服务商</h1>
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
    ...['[data-current]', 'h1', '[data-about]'].map((at) => document.querySelector(at)?.textContent),
  ]
  return { links, words }
}

test('a category that was added after the build has its own words, and a place among the others', async () => {
  expect(await open('7', true)).toEqual({
    links: [
      ['/providerlist/2', null],
      ['/providerlist/7', 'page'],
    ],
    words: ['出海服务商 - 知策', '出海服务商', '出海服务商', '报关与合规'],
  })
})

test('a category of the build keeps its words and offers the newer ones', async () => {
  const { links, words } = await open('2', false)
  expect(links).toEqual([
    ['/providerlist/2', null],
    ['/providerlist/7', null],
  ])
  expect(words).toEqual(['服务商 - 知策', '服务商', '服务商', '正在读取…'])
})

test('where nobody answers, an added category says so, and one of the build is as it was', async () => {
  expect((await open('7', true, false)).words[3]).toBe('读取失败，请稍后刷新。')
  expect((await open('2', false, false)).links).toEqual([['/providerlist/2', null]])
})
