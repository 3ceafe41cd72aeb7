import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { Crc64 } from '../../src/lib/rules/files/crc64.ts'
import { at, openStoreForAll } from './testing/for-all.ts'

openStoreForAll()

describe('ali-oss', () => {
  const text = Buffer.from('申请表.pdf 的内容')

  test('puts, gets, heads and deletes', async () => {
    const oss = at.client()
    const name = "u1/申请 表+(1)!'*&=?#%25.pdf"
    const put = await oss.put(name, text, { meta: { by: 'u1' }, mime: 'application/pdf' })
    const md5 = createHash('md5').update(text).digest('hex').toUpperCase()
    const crc = new Crc64()
    crc.update(text)
    expect(put.res.headers).toMatchObject({ etag: `"${md5}"`, 'x-oss-hash-crc64ecma': `${crc.digest()}` })

    const got = await oss.get(name)
    expect(got.content).toEqual(text)
    expect(got.res.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-oss-object-type': 'Normal',
    })
    const head = await oss.head(name)
    expect(head.meta).toEqual({ by: 'u1' })
    expect(head.res.headers['content-length']).toBe(`${text.byteLength}`)

    await oss.deleteMulti([name])
    await expect(oss.get(name)).rejects.toMatchObject({ code: 'NoSuchKey', status: 404 })
    await expect(oss.head(name)).rejects.toMatchObject({ code: 'NoSuchKey', status: 404 })
  })

  test('puts a stream, of which nobody knows the length', async () => {
    const oss = at.client()
    await oss.putStream('stream', Readable.from([Buffer.from('ab'), Buffer.from('c')]))
    expect((await oss.get('stream')).content.toString()).toBe('abc')
  })

  test('deletes many, telling which or not', async () => {
    const oss = at.client()
    const names = ['d/<&">\'', 'd/ b ', 'd/丙']
    for (const name of names) await oss.put(name, text)
    const { deleted } = await oss.deleteMulti([...names.slice(0, 2), 'd/none'])
    expect(deleted.map(({ Key }) => Key)).toEqual([...names.slice(0, 2), 'd/none'])
    expect((await oss.deleteMulti(['d/丙'], { quiet: true })).deleted).toEqual([])
    expect((await oss.listV2({ prefix: 'd/' })).objects).toEqual([])
  })

  test('answers ranges', async () => {
    const oss = at.client()
    await oss.put('digits', Buffer.from('0123456789'))
    const read = async (range: string) => {
      const { res, content } = await oss.get('digits', { headers: { Range: range } })
      return [res.status, res.headers['content-range'], content.toString()]
    }
    expect(await read('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await read('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await read('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89'])
    for (const range of [
      'bytes=0-10',
      'bytes=10-',
      'bytes=-11',
      'byte=0-4',
      'bytes=4-2',
      'bytes=-0',
      'bytes=1-2,4-5',
    ])
      expect(await read(range)).toEqual([200, undefined, '0123456789'])
  })

  test('replaces no object for a client that asks so', async () => {
    const oss = at.client()
    await oss.put('kept', text)
    const headers = { 'x-oss-forbid-overwrite': 'true' }
    await expect(oss.put('kept', text, { headers })).rejects.toMatchObject({ code: 'FileAlreadyExists' })
  })

  test('checks what was sent', async () => {
    const oss = at.client()
    const put = (md5: string) => oss.put('checked', text, { headers: { 'Content-MD5': md5 } })
    await expect(put('nonsense')).rejects.toMatchObject({ code: 'InvalidDigest' })
    const other = createHash('md5').update('other').digest('base64')
    await expect(put(other)).rejects.toMatchObject({ code: 'InvalidDigest' })
    await put(createHash('md5').update(text).digest('base64'))
  })
})
