import { expect, test } from 'vitest'
import { industryContains, readIndustry } from './industries.ts'

test.each([
  ['C', 'C'],
  ['39', 'C39'],
  ['C3911', 'C3911'],
  ['01', 'A01'],
  ['05', 'A05'],
  ['06', 'B06'],
  ['591', 'G591'],
  ['97', 'T97'],
])('%s is read as %s', (code, form) => {
  expect(readIndustry(code)).toBe(form)
})

test.each(['', 'Z', 'c39', 'B39', '00', '98', '3', '39111', 'C3', 39, null])('%j is no industry', (code) => {
  expect(readIndustry(code)).toBeUndefined()
})

test('a letter contains its divisions, and they contain their classes', () => {
  expect(industryContains('C', 'C3911')).toBe(true)
  expect(industryContains('C39', 'C3911')).toBe(true)
  expect(industryContains('C3911', 'C39')).toBe(false)
  expect(industryContains('C38', 'C3911')).toBe(false)
})
