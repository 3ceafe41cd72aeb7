import { describe, expect, test } from 'vitest'
import { cutText, phrasesOf, planQuery, termsOfPlan } from './query.ts'

const SYNONYMS = { 高企: ['高新技术企业'], 个体户: ['个体工商户'] }
const plan = (query: string) => planQuery(query, SYNONYMS)
const texts = (query: string) => plan(query).parts.map(({ wordings }) => wordings.map(({ text }) => text))

describe('a plan', () => {
  test.each([
    ['高新技术企业', [['高新技术企业']]],
    ['小微企业 补贴', [['小微企业'], ['补贴']]],
    ['高企认定', [['高企', '高新技术企业'], ['认定']]],
    ['怎么认定高企？', [['认定'], ['高企', '高新技术企业']]],
    ['什么', [['什么']]],
    ['', []],
    ['？！', []],
    ['"小型微利企业" 所得税', [['小型微利企业'], ['所得税']]],
    ['“高企”', [['高企']]],
  ])('of %j', (query, parts) => {
    expect(texts(query)).toEqual(parts)
  })

  test('lists the words that it adds', () => {
    expect(plan('高企和个体户').added).toEqual(['高新技术企业', '个体工商户'])
  })

  test('takes a document number as one part, with the words around it', () => {
    const { parts } = plan('财税〔2014〕34号 小微')
    expect(parts.map(({ kind }) => kind)).toEqual(['number', 'words'])
  })

  test('has its phrases', () => {
    expect(phrasesOf(plan('“研发费用” 「加计」 扣除'))).toEqual(['研发费用', '加计'])
  })

  test('an open quote is no phrase', () => {
    expect(phrasesOf(plan('"研发费用'))).toEqual([])
    expect(texts('"研发费用')).toEqual([['"研发费用']])
  })

  test('a long text loads a limited number of terms, from beginning to end', () => {
    const long = Array.from({ length: 90 }, (_, index) => String.fromCharCode(0x4e00 + index * 7)).join('')
    const terms = termsOfPlan(plan(long))
    expect(terms.length).toBeLessThanOrEqual(28)
    expect(terms.some((term) => long.indexOf(term) > 80)).toBe(true)
  })

  test('of a few terms none is dropped, of 27 every second one', () => {
    const word = (length: number) =>
      Array.from({ length }, (_, index) => String.fromCharCode(0x4e00 + index * 7)).join('')
    expect(termsOfPlan(plan(word(27)))).toHaveLength(26)
    expect(termsOfPlan(plan(word(28)))).toHaveLength(14)
  })

  test('requires the typed document, and similar ones less', () => {
    const [number] = plan('财税〔2014〕34号').parts
    expect(number?.wordings).toEqual([
      { text: '财税〔2014〕34号', terms: ['财税#2014-34'], trust: 2 },
      { text: '财税〔2014〕34号', terms: ['#2014-34', '财税', '2014', '34'], trust: 0.5 },
    ])
  })

  test('a document number adds no words, and a phrase of punctuation finds nothing', () => {
    expect(plan('财税〔2014〕34号').added).toEqual([])
    expect(plan('“！” 「？」').parts).toEqual([])
  })

  test('no blank is left at the ends, also after a cut', () => {
    expect(cutText('  补贴  ', 10)).toBe('补贴')
    expect(cutText('补贴 申请', 3)).toBe('补贴')
    expect(cutText(' 补贴', 2)).toBe('补贴')
  })

  test('no more than a hundred characters are read, and none is cut in two', () => {
    const [part] = plan('𠮷'.repeat(300)).parts
    expect(part?.wordings[0]?.text).toBe('𠮷'.repeat(100))
  })
})
