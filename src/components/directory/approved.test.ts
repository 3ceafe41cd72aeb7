import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showApproved } from './approved.ts'

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

/** A server with the providers 1 to `count`, of which 1 was approved last. */
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

test('one that the build lacks is shown wherever it is in the list', async () => {
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

test('the note "none" is shown only if it is true', async () => {
  const nobody = () => window.document.querySelector('[data-none]')?.hasAttribute('hidden')
  window.document.body.insertAdjacentHTML('afterbegin', '<p data-none hidden>还没有服务商</p>')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await show()
  expect(nobody(), 'nobody knows').toBe(true)
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, result: { items: [], pages: 0 } }))
  await show()
  expect(nobody()).toBe(false)
  serve(1)
  await show()
  expect(nobody()).toBe(true)
})
