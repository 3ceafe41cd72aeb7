import { expect, test } from 'vitest'
import { HttpError, LoadError, NetworkError, RefusedError } from '../api/errors.ts'
import { explainUpload, keepTrying, UploadError } from './failures.ts'

const { signal } = new AbortController()

/** Fails with each error in turn, then succeeds. */
async function tryWith(errors: readonly Error[]) {
  const left = [...errors]
  const told: string[] = []
  const work = async () => {
    const error = left.shift()
    if (error) throw error
    return 'there'
  }
  const result = await keepTrying('init', work, {
    signal,
    pause: () => Promise.resolve(),
    onWaiting: () => told.push('waiting'),
    onResumed: () => told.push('resumed'),
  }).catch((error: unknown) => error)
  return { result, told, left: left.length }
}

test('a failed load of ali-oss is retried', async () => {
  const { result, told } = await tryWith([new LoadError(), new LoadError()])
  expect([result, told]).toEqual(['there', ['waiting', 'resumed']])
})

test.each([
  ['a library that never comes', () => new LoadError(), /功能加载失败，.*请刷新页面$/],
  ['a server with a fault', () => new HttpError(503), /服务暂时不可用，请稍后重试$/],
])('%s: after four tries the person is told', async (_, fault, words) => {
  const { result, left } = await tryWith(Array.from({ length: 9 }, () => fault()))
  expect(left).toBe(5)
  expect(result).toBeInstanceOf(UploadError)
  expect(explainUpload(result)).toMatch(words)
})

test('a dropped connection is waited for, however long', async () => {
  const { result } = await tryWith(Array.from({ length: 100 }, () => new NetworkError()))
  expect(result).toBe('there')
})

test.each([
  ['the portal', () => new RefusedError(429, '操作太频繁，请稍后再试', { retry_after: 3 })],
  ['what stands before it', () => new HttpError(429, { retryAfter: 2 })],
  ['what stands before it, while the portal is away', () => new HttpError(503, { retryAfter: 5 })],
])('%s asks for patience: it is waited for, however often', async (_, later) => {
  const { result } = await tryWith(Array.from({ length: 9 }, () => later()))
  expect(result).toBe('there')
})

test('a refusal is reported at once, in its own words', async () => {
  const { result, told } = await tryWith([new RefusedError(400, '不支持的内容', {})])
  expect([explainUpload(result), told]).toEqual(['不支持的内容', []])
})
