import { describe, expect, test } from 'vitest'
import { planQuery } from '../../rules/search/query.ts'
import { excerptOf, holdsPhrase, markText, needlesOf } from './marks.ts'

const needles = (query: string) => needlesOf(planQuery(query, { 高企: ['高新技术企业'] }))
const marked = (text: string, query: string) =>
  markText(text, needles(query))
    .map((stretch) => (stretch.marked ? `[${stretch.text}]` : stretch.text))
    .join('')

describe('marks', () => {
  test.each([
    ['认定高新技术企业', '高企', '认定[高新技术企业]'],
    ['企业和高新技术', '高新技术企业', '企业和[高新技术]'],
    ['科技型中小企业', '高新技术企业', '科技型中小企业'],
    ['ＡＢＣ计划', 'abc', '[ＡＢＣ]计划'],
    ['<img onerror=1> 补贴', '补贴', '<img onerror=1> [补贴]'],
    ['没有', '补贴', '没有'],
    ['稅收优惠', '税收優惠', '[稅收优惠]'],
    ['⻓期有效', '长期', '[⻓期]有效'],
    ['', '补贴', ''],
  ])('in %j for %j', (text, query, shown) => {
    expect(marked(text, query)).toBe(shown)
  })

  test('no character is lost or moved, for any text', () => {
    const text = '㎡İ①½〇ﬁ Ａ𠮷，1,000 元补贴'
    const stretches = markText(text, needles('补贴 1000'))
    expect(stretches.map((stretch) => stretch.text).join('')).toBe(text)
    expect(stretches.filter((stretch) => stretch.marked).map((stretch) => stretch.text)).toEqual(['补贴'])
  })
})

describe('the excerpt', () => {
  const long = `${'无关的话。'.repeat(80)}申请补贴的企业应当提交材料。${'还有别的。'.repeat(80)}`

  test('shows the sentence with most of the query', () => {
    expect(excerptOf(long, needles('企业补贴材料'))).toMatch(/^申请补贴的企业应当提交材料。/)
  })

  test('is short, and ends where the text ends', () => {
    expect(excerptOf(long, needles('补贴')).length).toBeLessThan(130)
    expect(excerptOf('申请补贴。', needles('补贴'))).toBe('申请补贴。')
  })

  test('begins near the word in an endless sentence', () => {
    const excerpt = excerptOf(`${'字'.repeat(400)}补贴${'字'.repeat(400)}`, needles('补贴'))
    expect(excerpt).toMatch(/^…字+补贴字+…$/)
  })

  test('never cuts a character in two', () => {
    expect(excerptOf('𠮷'.repeat(200), needles('补贴')).isWellFormed()).toBe(true)
  })
})

test('a phrase is found across brackets and blanks, and only as a whole', () => {
  expect(holdsPhrase('首台（套）重大技术装备', '首台套')).toBe(true)
  expect(holdsPhrase('首台设备，两套', '首台套')).toBe(false)
})
