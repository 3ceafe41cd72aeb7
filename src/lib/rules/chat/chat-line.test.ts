import { expect, test } from 'vitest'
import { lineOf, unsentLine } from './chat-line.ts'

const said = {
  id: 7,
  type: 0,
  source: 1,
  detail: '请讲',
  size: null,
  gmt_create: '2026-11-21T02:00:00.000Z',
  admin: '王老师',
  client_id: null,
} as const

test('a message of the other side has its name, and its id as the key', () => {
  const line = lineOf(said)
  expect(line).toMatchObject({ key: '7', own: false, name: '王老师', at: said.gmt_create })
  expect(line.state).toEqual({ status: 'sent' })
  expect(line.detail).toMatchObject({ text: '请讲' })
  expect(lineOf(said), 'is read once').toBe(line)
})

test('an own message has no name, and the key that it was sent with', () => {
  expect(lineOf({ ...said, source: 0, client_id: 'mine' })).toMatchObject({
    key: 'mine',
    own: true,
    name: null,
  })
})

const unsent = { client_id: 'mine', type: 0, detail: '您好', size: null, at: said.gmt_create } as const

test('an unsent message is on its way until it fails', () => {
  const waiting = { ...unsent, reason: null, isRefused: false, isDelayed: false }
  expect(unsentLine(waiting)).toMatchObject({ key: 'mine', own: true, name: null, at: said.gmt_create })
  expect(unsentLine(waiting).state).toEqual({ status: 'sending' })
  expect(unsentLine({ ...waiting, reason: '没有网络', isDelayed: true }).state).toEqual({
    status: 'failed',
    reason: '没有网络',
    isRefused: false,
    isDelayed: true,
  })
})
