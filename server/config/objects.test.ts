import { expect, test } from 'vitest'
import { getConfig } from './config.ts'

const OSS = {
  OSS_ACCESS_KEY_ID: 'id',
  OSS_ACCESS_KEY_SECRET: 'geheim',
  OSS_ROLE_ARN: 'acs:ram::1:role/upload',
  OSS_BUCKET_DOCUMENTS: 'portal-documents',
  OSS_BUCKET_STATIC: 'portal-static',
}

test.each([
  [{}, 4322],
  [{ PORT: '8080' }, 8081],
  [{ PORT: '0' }, 0],
  [{ PORT: '65535' }, 65_535],
  [{ PORT: '8080', OBJECTS_PORT: '9000' }, 9000],
])('%o: the local store listens on %i', (env, port) => {
  expect(getConfig(env).objects).toEqual({ kind: 'local', port, publicUrl: undefined })
})

test('what browsers call the local store can be said', () => {
  const { objects } = getConfig({ OBJECTS_PUBLIC_URL: 'https://files.example.cn' })
  expect(objects).toMatchObject({ publicUrl: 'https://files.example.cn' })
})

test('Aliyun OSS, with its usual addresses and with others', () => {
  const endpoint = 'https://oss-cn-beijing.aliyuncs.com'
  expect(getConfig(OSS).objects).toMatchObject({
    kind: 'aliyun',
    buckets: { documents: 'portal-documents', static: 'portal-static' },
    region: 'oss-cn-beijing',
    endpoint,
    internalEndpoint: endpoint,
    stsEndpoint: undefined,
  })
  const internal = 'https://oss-cn-hangzhou-internal.aliyuncs.com'
  const env = { ...OSS, OSS_REGION: 'oss-cn-hangzhou', OSS_INTERNAL_ENDPOINT: internal }
  expect(getConfig(env).objects).toMatchObject({
    endpoint: 'https://oss-cn-hangzhou.aliyuncs.com',
    internalEndpoint: internal,
  })
})

test.each([
  [{ OBJECTS_PORT: '65536' }, 'OBJECTS_PORT 应为'],
  [{ OBJECTS_PUBLIC_URL: 'https://files.example.cn/x' }, 'OBJECTS_PUBLIC_URL 应为网址'],
  [{ OSS_REGION: 'oss-cn-beijing' }, '现在缺少 OSS_ACCESS_KEY_ID'],
  [{ ...OSS, OSS_ROLE_ARN: '' }, '现在缺少 OSS_ROLE_ARN'],
  [{ ...OSS, OSS_BUCKET_STATIC: 'A_b' }, 'OSS_BUCKET_STATIC 应为'],
  [{ ...OSS, OSS_REGION: 'cn-beijing' }, 'OSS_REGION 应形如'],
  [{ ...OSS, STS_ENDPOINT: 'sts.aliyuncs.com' }, 'STS_ENDPOINT 应为网址'],
])('%o is refused, without any secret', (env, words) => {
  expect(() => getConfig(env)).toThrow(words)
  expect(() => getConfig(env)).not.toThrow('geheim')
})
