import { Window } from 'happy-dom'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { kept, onKeptChanged } from './kept.ts'
import { emptyPersonal } from './kept-keys.ts'

let window: Window

beforeEach(() => {
  window = new Window()
  vi.stubGlobal('localStorage', window.localStorage)
  vi.stubGlobal('sessionStorage', window.sessionStorage)
})
afterEach(() => vi.unstubAllGlobals())

const names = kept('materials', v.array(v.string()))
const texts = kept('profile', v.string())

test('a kept value is read only under the same ids', () => {
  expect(names.keep(['执照.pdf'], 2, 7)).toBe(true)
  expect(names.read(2, 7)).toEqual(['执照.pdf'])
  expect(names.read(2, 8)).toBeUndefined()
  expect(localStorage.getItem('materials:2:7')).toBe('["执照.pdf"]')
  names.drop(2, 7)
  expect(names.read(2, 7)).toBeUndefined()
})

test("within another site's page nothing reaches the device, and nobody is told of a fault", () => {
  names.keep(['执照.pdf'], 2, 7)
  window.document.documentElement.dataset['layout'] = 'embed'
  vi.stubGlobal('document', window.document)
  expect(names.read(2, 7)).toBeUndefined()
  expect(texts.keep('甲')).toBe(true)
  expect([texts.read(), sessionStorage.length]).toEqual(['甲', 0])
  texts.drop()
  expect(texts.read()).toBeUndefined()
  vi.unstubAllGlobals()
})

test('all readable values are found with their ids', () => {
  names.keep(['a'], 2, 7)
  names.keep(['b'], 3, 7)
  localStorage.setItem('materials:4:7', 'null')
  localStorage.setItem('materials-of-others', '["c"]')
  expect(names.all()).toEqual([
    { ids: ['2', '7'], value: ['a'] },
    { ids: ['3', '7'], value: ['b'] },
  ])
})

test('a value that the browser refuses lasts as long as the page', () => {
  const refuse = vi.spyOn(window.localStorage, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  expect(names.keep(['a'], 2, 7)).toBe(false)
  expect(names.read(2, 7)).toEqual(['a'])
  refuse.mockRestore()
  emptyPersonal()
  expect(names.read(2, 7)).toBeUndefined()
})

test('without storage nothing is found', () => {
  vi.unstubAllGlobals()
  expect(texts.read(2)).toBeUndefined()
})

test('a logout deletes what is personal, of every company and in both areas, and nothing else', () => {
  const places = kept('place', v.number())
  const answers = kept('answers', v.number())
  names.keep(['a'], 2, 7)
  names.keep(['b'], 3, 7)
  texts.keep('张三', 2)
  places.keep(1, '/mylist/1')
  answers.keep(1)
  emptyPersonal()
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([
    'answers',
    'place:/mylist/1',
  ])
})

afterEach(() => vi.unstubAllGlobals())

test('reports changes of another tab under its keys, and nothing else', () => {
  const window = new Window()
  vi.stubGlobal('document', window.document)
  const react = vi.fn()
  const deaf = onKeptChanged('forms', 'form', react)
  const change = (key: string | null) => {
    const event = new window.Event('storage')
    window.dispatchEvent(Object.assign(event, { key }))
  }
  change('kf:place')
  expect(react).not.toHaveBeenCalled()
  change('form:loan:0:0')
  change(null)
  expect(react).toHaveBeenCalledTimes(2)
  deaf()
  change('form:loan:0:0')
  expect(react).toHaveBeenCalledTimes(2)
})
