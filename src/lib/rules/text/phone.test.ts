import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeWhileTyping, isPhone, maskPhone, normalizePhone, phoneWhileTyping } from './phone.ts'

test.each(['13000000000', '13800138000', '19999999999'])('%s is a phone', (phone) => {
  expect(isPhone(phone)).toBe(true)
})

test.each([
  ['', 'empty'],
  ['1380013800', 'ten digits'],
  ['138001380000', 'twelve digits'],
  ['12800138000', 'second digit 2'],
  ['23800138000', 'first digit 2'],
  ['1380013800a', 'a letter'],
  [' 13800138000', 'a space in front'],
  ['13800138000\n', 'a line break behind'],
  ['１３８００１３８０００', 'full-width digits'],
  ['+8613800138000', 'country code'],
])('%j is none: %s', (text) => {
  expect(isPhone(text)).toBe(false)
})

test('a mobile number has 3 to 9 as its second digit', () => {
  const second = fc.integer({ min: 0, max: 9 })
  const rest = fc.stringMatching(/^\d{9}$/)
  fc.assert(
    fc.property(second, rest, (digit, tail) => {
      expect(isPhone(`1${digit}${tail}`)).toBe(digit >= 3)
    }),
  )
})

test('a masked phone shows the first three and the last four digits', () => {
  expect(maskPhone('13800138001')).toBe('138****8001')
})

test.each([
  ['13655550002', '13655550002'],
  ['136 5555 0002', '13655550002'],
  ['+86 136-5555-0002', '13655550002'],
  ['86136', '86136'],
  ['136555500021', '13655550002'],
  ['86136555500', '86136555500'],
  ['138655550002', '13865555000'],
  ['一三六', ''],
  ['１３８００１３８０００', '13800138000'],
  ['0086 13800138000', '13800138000'],
  ['＋８６ 138-0013-8000', '13800138000'],
])('typed or pasted %j counts as %j', (typed, phone) => {
  expect(phoneWhileTyping(typed)).toBe(phone)
})

test.each([
  [' 136 5555-0002 ', '13655550002'],
  ['(136)55550002', '13655550002'],
  ['＋８６１３６５５５５０００２', '13655550002'],
  ['0086 13655550002', '13655550002'],
  ['8613655550002', '13655550002'],
  ['136555500021', '136555500021'],
  ['86136555500021', '86136555500021'],
  ['8623655550002', '8623655550002'],
  ['a8613655550002', 'a8613655550002'],
])('sent, %j is judged as %j', (typed, phone) => {
  expect(normalizePhone(typed)).toBe(phone)
})

test.each([
  ['', ''],
  ['12a', '12'],
  ['012345', '012345'],
  ['0123456', '012345'],
  [' 012345\n', '012345'],
  ['012 345', '012345'],
  ['０１２３４５', '012345'],
  ['【知策】验证码 012345，5 分钟内有效。', '012345'],
  ['订单 20261124 的验证码是012345。', '012345'],
])('%j holds the code %s', (text, code) => {
  expect(codeWhileTyping(text)).toBe(code)
})
