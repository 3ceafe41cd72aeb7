import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QUESTION_IDS } from '../../contract/policies/question.ts'
import { isAskKey } from '../../rules/eligibility/asks.ts'
import type { Facts } from '../../rules/eligibility/facts.ts'
import { readGivenAnswers, readShareCode, writeShareCode } from './view.ts'

const TODAY = '2026-11-21'
const FACTS: Facts = {
  kind: 'company',
  region: '440106',
  industry: 'I65',
  founded_on: '2019-05-01',
  employees: 80,
  revenue: '30000000.5',
  tax_credit: null,
  certificates: [],
  hired_groups: ['trainee'],
  violations: false,
  '17.catalogue': true,
  '17.share': null,
  '22.surtax': '1',
}
const CODE = writeShareCode(FACTS, QUESTION_IDS)
const read = (code: string) => readShareCode(code, QUESTION_IDS, TODAY)

test('a link restores every answer, including 不清楚 and 以上都没有', () => {
  expect(read(CODE)).toEqual({ facts: FACTS, complete: true })
})

describe('a damaged link', () => {
  test('cut anywhere, the rest is right, and the loss is detected', () => {
    for (let length = 0; length < CODE.length - 1; length++) {
      const { facts, complete } = read(CODE.slice(0, length))
      expect(FACTS).toMatchObject(facts)
      expect(complete).toBe(false)
    }
  })

  test('removed questions and invalid answers are asked again', () => {
    const older = `1.${btoa('4;1=enterprise;24=small;999=5;5=many;')}`
    expect(read(older)).toEqual({ facts: { taxpayer: 'small' }, complete: false })
  })

  test('nothing that is forged throws or claims to be whole with a wrong count', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string().map(encodeURIComponent)), (text) => {
        const { facts } = read(`1.${text}`)
        const known = Object.keys(facts).filter((key) => !isAskKey(key))
        expect(Object.keys(QUESTION_IDS)).toEqual(expect.arrayContaining(known))
      }),
    )
  })
})

describe('answers in the address', () => {
  test.each([
    ['', '#region=440000&industry=I&employees=35', { region: '440000', industry: 'I', employees: 35 }],
    ['?region=440106&industry=I6513', '', { region: '440106', industry: 'I6513' }],
    ['?employees=5&theme=dark', '#employees=7', { employees: 7 }],
    ['?region=&industry=&employees=+0+', '', { employees: 0 }],
    ['', '#employees=1e3&kind=company', {}],
    ['?region=999999&industry=Z&employees=-1', '', {}],
    ['?employees=10000000', '', { employees: 10_000_000 }],
    ['?employees=10000001', '', {}],
    ['?region[]=440000&region=%E0%A4%A', '#<script>', {}],
  ])('%s%s', (search, hash, facts) => {
    expect(readGivenAnswers(search, hash, TODAY)).toEqual(facts)
  })
})
