/** The reference is ali-oss, which the portal's pages sign with; the server does without it and its 92 packages. */
import { expect, test } from 'vitest'
import { OSS } from '../objects/testing/ali-oss.ts'
import { type ToSign, urlSigner } from './sign-url.ts'

const KEYS = { accessKeyId: 'LTAI-owner', accessKeySecret: 'secret' }
const REGION = 'oss-cn-beijing'

const REQUESTS: Record<string, ToSign> = {
  download: {
    method: 'GET',
    key: "companies/1/业务 (1)+'*!.pdf",
    query: { 'response-content-disposition': "attachment; filename*=UTF-8''%E4%B8%9A.pdf" },
    seconds: 60,
  },
  deletion: {
    method: 'POST',
    query: { delete: null },
    headers: { 'content-type': 'application/xml', 'content-md5': 'rL0Y20zC+Fzt72VPzMSk2A==' },
    seconds: 60,
  },
  page: { method: 'GET', query: { 'list-type': '2', prefix: 'a/b c' }, seconds: 1 },
  end: { method: 'DELETE', key: 'a//b', query: { uploadId: 'AB/=' }, seconds: 60 },
}

test.each(Object.entries(REQUESTS))('a %s has the signature that ali-oss gives it', async (_, request) => {
  const client = new OSS({
    ...KEYS,
    region: REGION,
    bucket: 'papers',
    endpoint: 'http://oss.test',
    cname: true,
  })
  const { method, key, query = {}, headers = {}, seconds } = request
  const theirs = new URL(await client.signatureUrlV4(method, seconds, { headers, queries: query }, key))
  const now = Date.parse(theirs.searchParams.get('x-oss-date')?.replace(MOMENT, '$1-$2-$3T$4:$5:$6Z') ?? '')
  const ours = new URL(`http://oss.test${urlSigner(REGION, KEYS, () => now)('papers', request)}`)
  expect(decodeURIComponent(ours.pathname)).toBe(decodeURIComponent(theirs.pathname))
  expect(Object.fromEntries(ours.searchParams)).toEqual(Object.fromEntries(theirs.searchParams))
})

const MOMENT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
