import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offerUndo, showToast } from './toast.ts'

let window: Window
beforeEach(() => {
  vi.useFakeTimers()
  window = new Window()
  // Missing in happy-dom.
  Object.assign(window.HTMLElement.prototype, { showPopover: () => {} })
  vi.stubGlobal('document', window.document)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = () => [...window.document.querySelectorAll('.toast')].map((each) => each.textContent)

test('a toast stays for 2 seconds, and an error is announced at once', () => {
  showToast('上传成功')
  showToast('上传失败', 'error')
  const roles = [...window.document.querySelectorAll('.toast')].map((each) => each.getAttribute('role'))
  expect([shown(), roles]).toEqual([
    ['上传成功', '上传失败'],
    ['status', 'alert'],
  ])
  vi.advanceTimersByTime(1999)
  expect(shown()).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('what is done can be taken back for 10 seconds, the last one alone', () => {
  const undo = vi.fn()
  offerUndo('已删除“甲”', undo)
  offerUndo('已删除“乙”', undo)
  expect(shown()).toEqual(['已删除“乙”撤销'])
  vi.advanceTimersByTime(9999)
  window.document.querySelector('button')?.click()
  expect([undo.mock.calls.length, shown()]).toEqual([1, []])
  offerUndo('已删除“丙”', undo)
  vi.advanceTimersByTime(10_000)
  expect([undo.mock.calls.length, shown()]).toEqual([1, []])
})
