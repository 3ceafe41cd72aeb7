import { Window } from 'happy-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { refreshWindows } from './fill-row.ts'

afterEach(() => {
  vi.useRealTimers()
})

const WINDOW = 'dated/2026-02-01/2026-11-30'

function built(): { root: Window['document']; over: () => (string | null)[] } {
  const root = new Window().document
  root.body.innerHTML = `<span class="state" data-window="${WINDOW}" data-tone="open"><b>申报中</b> <span></span></span>
    <p><span data-over="${WINDOW}"></span><span>关注它</span></p><p><b data-over="${WINDOW}"></b>办理入口</p>`
  return { root, over: () => [...root.querySelectorAll('[data-over]')].map(({ textContent }) => textContent) }
}

test.each([
  ['2026-11-30T23:59:59+08:00', ''],
  ['2026-12-01T00:00:00+08:00', '2026-11-30 已截止。'],
])('at %s a page that was built before says beside each way to apply: “%s”', (now, words) => {
  vi.useFakeTimers({ now: new Date(now) })
  const { root, over } = built()
  refreshWindows(root as unknown as Document)
  expect(over()).toEqual([words, words])
})
