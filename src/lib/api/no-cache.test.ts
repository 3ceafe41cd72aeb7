import { expect, test } from 'vitest'
import { noCacheHeaders } from './no-cache.ts'

test.each([
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; SLCC2; .NET4.0E; rv:11.0) like Gecko',
])('IE11 is told not to use its cache: %s', (agent) => {
  expect(noCacheHeaders(agent)).toEqual({ 'Cache-Control': 'no-cache', Pragma: 'no-cache' })
})

test.each([
  '',
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:110.0) Gecko/20100101 Firefox/110.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50',
])('others are left alone: %s', (agent) => {
  expect(noCacheHeaders(agent)).toEqual({})
})
