import { expect, test } from 'vitest'
import { freeName } from './names.ts'

test('the first free number comes before the ending', () => {
  expect(freeName('报价.pdf', new Set())).toBe('报价.pdf')
  expect(freeName('报价.pdf', new Set(['报价.pdf', '报价 (1).pdf']))).toBe('报价 (2).pdf')
  expect(freeName('.env', new Set(['.env']))).toBe('.env (1)')
})

test('a name of the greatest length keeps it, and no character is cut in two', () => {
  const name = `${'𠮷'.repeat(251)}.pdf`
  const free = freeName(name, new Set([name]))
  expect([...free]).toHaveLength(255)
  expect(free).toMatch(/^𠮷+ \(1\)\.pdf$/u)
})
