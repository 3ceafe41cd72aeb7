import { expect, test } from 'vitest'
import { keptWords } from './kept-words.ts'

test('the words name the place of the answers', () => {
  expect(keptWords({ place: 'account', answers: { employees: 8 } })).toBe('回答已存入企业账户。')
  expect(keptWords({ place: 'account', answers: {} })).toBe('回答会存入企业账户。')
  for (const place of ['device', 'declined'] as const) {
    expect(keptWords({ place, answers: { employees: 8 } })).toBe('回答只保存在本设备，没有发送出去。')
  }
})
