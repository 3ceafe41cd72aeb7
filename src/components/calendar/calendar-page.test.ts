import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ROWS = [
  [1, 11],
  [2, 12],
  [3, 13],
]
const row = ([id, policy]: number[]) =>
  `<li data-text="" data-published="2026-01-01"><h3><a href="/pmanagement/${id}">${id}</a></h3><p data-verdict="${id}"></p>
    <button data-follow="${policy}"></button><span data-window="rolling//2099-12-31"><b></b> <span></span></span></li>`

let window: Window

beforeEach(async () => {
  window = new Window({ url: 'http://portal.test/pmanagementlist?view=calendar' })
  const { document, location, history } = window
  for (const [name, value] of Object.entries({ document, location, history, Event: window.Event }))
    vi.stubGlobal(name, value)
  vi.stubGlobal('fetch', async () => new Response(ROWS.map(row).join('')))
  document.body.innerHTML = '<details data-calendar open><div data-calendar-body></div></details>'
  vi.resetModules()
  const { startCalendar } = await import('./calendar-page.ts')
  const calendar = document.querySelector('details') as unknown as HTMLDetailsElement
  await startCalendar(calendar)
})
afterEach(() => vi.unstubAllGlobals())

const shown = () =>
  [...window.document.querySelectorAll('[data-calendar-body] a')].map(({ textContent }) => textContent)
const mine = () => window.document.querySelector<import('happy-dom').HTMLInputElement>('[type=checkbox]')

function tell(name: 'fits' | 'follows', ids: string): void {
  window.document.documentElement.dataset[name] = ids
  window.document.dispatchEvent(new window.Event(name))
}

test('只看我的 keeps followed policies and those not 不符合, and is part of the address', () => {
  tell('fits', '2')
  tell('follows', '13 99')
  expect(shown()).toEqual(['1', '2', '3'])
  mine()?.click()
  expect(shown()).toEqual(['2', '3'])
  expect(window.location.search).toBe('?view=calendar&mine=1')
  tell('fits', '')
  expect(shown()).toEqual(['3'])
  mine()?.click()
  expect(shown()).toEqual(['1', '2', '3'])
  expect(window.location.search).toBe('?view=calendar')
})

test('it is hidden without answers and follows', () => {
  const isOffered = () => window.document.querySelector('label:not([hidden]) [type=checkbox]') !== null
  expect(isOffered()).toBe(false)
  tell('follows', '')
  expect(isOffered()).toBe(false)
  tell('follows', '11')
  expect(isOffered()).toBe(true)
})
