import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ROWS = [
  [1, '000000', 'rolling'],
  [2, '510000', 'rolling'],
  [3, '510100', 'in_force//2020-01-01'],
  [4, '440000', 'rolling'],
  [5, '000000', 'rolling'],
  [6, '510100', 'rolling'],
  [7, '000000', 'rolling'],
] as const

const link = (id: number) => `<h3><a href="/pmanagement/${id}">${id}</a></h3>`
const row = ([id, region, window]: (typeof ROWS)[number]) =>
  `<li data-text="" data-region="${region}" data-published="2026-01-0${8 - id}">${link(id)}<p class="meta"></p>
    <span class="state" data-window="${window}"><b></b> <span></span></span></li>`
const due = (id: number, region: string) =>
  `<li class="row-due" data-region="${region}"><p><span></span><b data-closes="2099-01-01"></b><span></span></p>${link(id)}</li>`

let document: Window['document']
let sortByRegion: typeof import('./sort-by-region.ts').sortByRegion

beforeEach(async () => {
  const window = new Window({ url: 'http://portal.test' })
  document = window.document
  for (const [name, value] of Object.entries({ document, localStorage: window.localStorage }))
    vi.stubGlobal(name, value)
  vi.stubGlobal('fetch', async () => new Response(ROWS.map(row).join('')))
  document.body.innerHTML = `<div class="latest"><ol data-near="/frontend/rows/interpretations" data-limit="2"></ol></div>
    <div class="due"><p data-no-local></p><ol>${due(11, '442000')}${due(12, '000000')}<li class="none">另有</li>${due(13, '510000')}
    <li data-region="000000">${link(14)}</li></ol></div>`
  vi.resetModules()
  ;({ sortByRegion } = await import('./sort-by-region.ts'))
})
afterEach(() => vi.unstubAllGlobals())

const choose = (code: string) => localStorage.setItem('region', JSON.stringify({ code, name: '某地' }))
const shown = (list: string) =>
  [...document.querySelectorAll(`${list} li:not([hidden]) a`)].map(({ textContent }) => Number(textContent))

test('the first deadlines are those of the chosen region, filled up with near available ones', async () => {
  choose('510100')
  await sortByRegion()
  expect(shown('.latest')).toEqual([6, 2])
  expect(shown('.due')).toEqual([12, 13, 1, 5, 7])
  expect(document.querySelector('[data-no-local]')?.hasAttribute('hidden')).toBe(true)
  choose('440000')
  await sortByRegion()
  expect(shown('.latest')).toEqual([4, 1])
  expect(shown('.due')).toEqual([11, 12, 5, 7])
})

test('a place without local policies gets a note, and the national ones', async () => {
  choose('430000')
  await sortByRegion()
  expect(shown('.latest')).toEqual([1, 5])
  expect(shown('.due')).toEqual([12, 7])
  expect(document.querySelector('[data-no-local]')?.textContent).toContain('某地暂未收录本地政策')
})

test('what does not fit who has answered is not there', async () => {
  const fits = [5, 1, 11]
  choose('440000')
  await sortByRegion(async () => ({ element }) => {
    const id = Number(element.querySelector('a')?.textContent)
    return fits.includes(id) ? fits.indexOf(id) : Number.POSITIVE_INFINITY
  })
  expect(shown('.latest')).toEqual([1, 5])
  expect(shown('.due')).toEqual([11])
})

test('the form says where, as exactly as it was chosen, unless somebody has answered already', async () => {
  document.body.innerHTML += `<select data-answer="region"><option value="">选择省份</option>
    <option value="440000">广东省</option><option value="510000">四川省</option></select>`
  const place = document.querySelector('select') as unknown as HTMLSelectElement
  const options = () => [...place.options].map(({ value }) => value)
  choose('510100')
  await sortByRegion()
  expect(place.value).toBe('510100')
  expect(options()).toEqual(['', '440000', '510100'])
  choose('440000')
  await sortByRegion()
  expect(place.value).toBe('440000')
  expect(options()).toEqual(['', '440000', '510000'])
  localStorage.clear()
  await sortByRegion()
  expect(place.value).toBe('')
  document.documentElement.dataset['answers'] = ''
  choose('510100')
  await sortByRegion()
  expect(place.value).toBe('')
})

test('without a region the built list is shown', async () => {
  choose('510100')
  await sortByRegion()
  localStorage.clear()
  await sortByRegion()
  expect(shown('.due')).toEqual([12, 14, 7])
})
