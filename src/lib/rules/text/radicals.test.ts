import { expect, test } from 'vitest'
import { foldRadicals, RADICAL } from './radicals.ts'

test.each([
  ['第⼗条 付款⽅应当⽀付，⻓期有效。', '第十条 付款方应当支付，长期有效。'],
  ['云湖市⼯业和信息化局⽂件', '云湖市工业和信息化局文件'],
  ['⻔⻚⻋⻅⻢⻰⺠⻩⻘⻝', '门页车见马龙民黄青食'],
  ['一、ＡＢＣ（１）㈠①', '一、ＡＢＣ（１）㈠①'],
])('%s is %s', (text, ordinary) => {
  expect(foldRadicals(text)).toBe(ordinary)
})

test('no radical is left, and each becomes one character', () => {
  const codes = Array.from({ length: 0x2fd6 - 0x2e80 }, (_, index) => 0x2e80 + index)
  const radicals = codes
    .map((code) => String.fromCodePoint(code))
    .filter((character) => RADICAL.test(character))
  expect(radicals).toHaveLength(114 + 214)
  for (const radical of radicals)
    expect(foldRadicals(radical)).toMatch(/^[\u3400-\u9fff\u{20000}-\u{2a6df}]$/u)
})
