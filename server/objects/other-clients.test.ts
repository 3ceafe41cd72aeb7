import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { at, openStoreForAll } from './testing/for-all.ts'
import { BUCKET } from './testing/open-store.ts'
import { type Sent, send as sendTo, sign } from './testing/raw.ts'

openStoreForAll()
beforeAll(async () => {
  await at.client().put('digits', Buffer.from('0123456789'))
})

const send = (sent: Sent) => sendTo(at.port, sent)
const ask = (sent: Sent) => send(sign(sent))
const codeOf = (body: string) => /<Code>(\w+)<\/Code>/.exec(body)?.[1]

test.each(['', 'Sun, 29 Nov 2026 00:00:00 GMT'])(
  'a signature of the moment “%s” is refused',
  async (date) => {
    const answer = await ask({ method: 'GET', target: `/${BUCKET}/digits`, headers: { 'x-oss-date': date } })
    expect(codeOf(answer.body)).toBe('AccessDenied')
  },
)

describe('bodies', () => {
  const md5 = (text: string) => createHash('md5').update(text).digest('base64')
  const DELETION = '<Delete><Object><Key>nothing</Key></Object></Delete>'

  test('without a length are refused', async () => {
    const { uploadId } = await at.client().initMultipartUpload('lengthless')
    const asked: Sent[] = [
      { method: 'PUT', target: `/${BUCKET}/lengthless` },
      { method: 'PUT', target: `/${BUCKET}/lengthless?partNumber=1&uploadId=${uploadId}` },
      { method: 'POST', target: `/${BUCKET}/lengthless?uploadId=${uploadId}` },
      { method: 'POST', target: `/${BUCKET}?delete`, headers: { 'content-md5': md5('') } },
    ]
    for (const sent of asked) {
      const { status, body } = await ask({ ...sent, lengthless: true })
      expect([status, codeOf(body)]).toEqual([411, 'MissingContentLength'])
    }
    await expect(at.client().head('lengthless')).rejects.toMatchObject({ code: 'NoSuchKey' })
  })

  test('of a deletion need their MD5', async () => {
    await at.client().put('nothing', Buffer.from('1'))
    const { status, body } = await ask({ method: 'POST', target: `/${BUCKET}?delete`, body: DELETION })
    expect([status, codeOf(body)]).toEqual([400, 'MissingArgument'])
    expect((await at.client().head('nothing')).res.status).toBe(200)
    const headers = { 'content-md5': md5(DELETION) }
    expect((await ask({ method: 'POST', target: `/${BUCKET}?delete`, headers, body: DELETION })).status).toBe(
      200,
    )
    await expect(at.client().head('nothing')).rejects.toMatchObject({ code: 'NoSuchKey' })
  })
})

test('what only old clients ask for is refused in words: version 1 of signatures and lists, copies', async () => {
  const old = { authorization: 'OSS portal:c2lnbmF0dXJl', 'x-oss-date': new Date().toUTCString() }
  const answers = await Promise.all([
    send({ method: 'GET', target: `/${BUCKET}/digits`, headers: old }),
    send({ method: 'GET', target: `/${BUCKET}/digits?OSSAccessKeyId=portal&Expires=1&Signature=a` }),
    ask({ method: 'GET', target: `/${BUCKET}?prefix=d` }),
    ask({ method: 'PUT', target: `/${BUCKET}/copy`, headers: { 'x-oss-copy-source': `/${BUCKET}/digits` } }),
  ])
  expect(answers.map(({ status, body }) => `${status} ${codeOf(body)}`)).toEqual([
    '400 InvalidArgument',
    '501 NotImplemented',
    '400 InvalidArgument',
    '501 NotImplemented',
  ])
})
