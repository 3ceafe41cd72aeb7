import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lineOf } from '../../../lib/rules/chat/chat-line.ts'
import { Bubble } from './MessageList.tsx'

test.each([
  ['sent', false],
  ['sending', true],
] as const)('a file and a picture that are %s cannot be opened: %s', (status, isDisabled) => {
  for (const type of [1, 2] as const) {
    const detail = JSON.stringify({ local_name: '执照.png', hash_name: 'companies/1/a/1.png' })
    const at = '2026-11-21T02:00:00.000Z'
    const message = {
      id: type,
      type,
      source: 0,
      detail,
      size: 1,
      gmt_create: at,
      admin: null,
      client_id: 'a',
    }
    const line = { ...lineOf(message as Parameters<typeof lineOf>[0]), state: { status } }
    const actions = { onOpen: () => {}, onRetry: () => {}, pictures: {} }
    const markup = renderToStaticMarkup(createElement(Bubble, { line, isLast: true, actions }))
    expect(/<button[^>]*disabled/.test(markup)).toBe(isDisabled)
  }
})
