import { Window } from 'happy-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { hearKept } from './kept-events.ts'

afterEach(() => vi.unstubAllGlobals())

test('hears what another tab has put under its keys, and nothing else', () => {
  const window = new Window()
  vi.stubGlobal('document', window.document)
  const react = vi.fn()
  const deaf = hearKept('forms', 'form', react)
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
