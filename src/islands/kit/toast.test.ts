import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast } from './toast.ts'

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
