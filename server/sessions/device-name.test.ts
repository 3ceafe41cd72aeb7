import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537.36',
    'Chrome · Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140', 'Edge · Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) MicroMessenger/8.0', '微信 · iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/19 Safari/605', 'Safari · Mac'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140 Mobile Safari', 'Chrome · 安卓'],
  ['curl/8', null],
  ['', null],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
