import { expect, test } from 'vitest'
import { deviceWords } from './DeviceSection.tsx'

test.each([
  ['微信 · iPhone', 'phone', '手机 · 微信 · iPhone'],
  ['Chrome · 安卓', 'phone', '手机 · Chrome · 安卓'],
  ['Safari · iPad', 'tablet', '平板 · Safari · iPad'],
  ['Edge · Windows', 'computer', '电脑 · Edge · Windows'],
  ['Firefox', 'unknown', '设备 · Firefox'],
  [null, 'unknown', '未知设备'],
])('%s is a %s', (device, kind, text) => {
  expect(deviceWords(device)).toEqual({ kind, text })
})
