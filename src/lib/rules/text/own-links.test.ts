import { expect, test } from 'vitest'
import { splitOwnLinks } from './own-links.ts'

const ORIGIN = 'https://portal.example'
const links = (text: string, origin = ORIGIN) =>
  splitOwnLinks(text, origin).flatMap(({ href }) => (href === undefined ? [] : [href]))

test.each([
  ['请看 https://portal.example/pmanagement/47，里面有说明。', ['https://portal.example/pmanagement/47']],
  ['https://portal.example/search?q=%E7%A8%8E#a.', ['https://portal.example/search?q=%E7%A8%8E#a']],
  ['（https://portal.example/match）和https://portal.example/help', [`${ORIGIN}/match`, `${ORIGIN}/help`]],
  ['首页是 https://portal.example。', [ORIGIN]],
])('%j has links to %j', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test.each([
  'https://portal.example.evil.test/match',
  'https://portal.example@evil.test/match',
  'https://portal.example:8443/match',
  'https://evil.test/?https://portal.exampleevil',
  'http://portal.example/match',
  'javascript:alert(1)',
  'https://portal.example/customer/api/v1/logout',
  '没有地址',
  '',
])('%j has none', (text) => {
  expect(links(text)).toEqual([])
})

test('nothing of the text is lost', () => {
  for (const text of [`甲 ${ORIGIN}/a。乙${ORIGIN}.evil/b ${ORIGIN}/c`, ORIGIN, '丙']) {
    expect(
      splitOwnLinks(text, ORIGIN)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  }
  expect(links(`${ORIGIN}/a`, '')).toEqual([])
})
