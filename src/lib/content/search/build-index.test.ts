import { describe, expect, test } from 'vitest'
import { readShard, shardOf, unpackPostings } from '../../rules/search/postings.ts'
import { planQuery, termsOfPlan } from '../../rules/search/query.ts'
import { chooseHits, rankDocuments } from '../../rules/search/rank.ts'
import { buildIndex, type SearchedText } from './build-index.ts'

const FILLING = '为了促进经济发展，规范管理，保护各方合法权益，制定本办法。'.repeat(3)

function text(title: string, body = '', number = ''): SearchedText {
  return { title, number, about: '', body: `${body}\n${FILLING}` }
}

const DOCUMENTS = [
  text('高新技术企业认定管理办法', '企业申请认定。', '国科发火〔2016〕32号'),
  text('企业所得税优惠说明', '高新技术企业按照国科发火〔2016〕32号认定后减按百分之十五缴纳。'),
  text('创业担保贷款实施办法', '个体工商户可以申请。'),
  text('关于首台（套）重大技术装备的通知', '给予奖励。'),
  text('优化营商环境条例'),
  text('某某省优化营商环境条例'),
  { ...text('关于机关事业单位付款期限的公告'), name: '企业追讨欠款' },
  text('税收征收管理通知', '企业应当按期申报。', '国科发火〔2016〕195号'),
]

const { shards, titleLengths } = buildIndex(DOCUMENTS)
const read = shards.map(readShard)

function find(query: string): string[] {
  const plan = planQuery(query, { 高企: ['高新技术企业'], 个体户: ['个体工商户'] })
  const found = termsOfPlan(plan).flatMap((term) => {
    const bytes = read[shardOf(term, read.length)]?.get(term)
    return bytes ? [[term, unpackPostings(bytes)] as const] : []
  })
  const index = { documents: DOCUMENTS.length, postings: new Map(found), titleLengths }
  const { hits } = chooseHits(rankDocuments(plan, index))
  return hits.map(({ document }) => DOCUMENTS[document]?.title ?? '')
}

describe('the first result', () => {
  test.each([
    ['国科发火[2016]32', '高新技术企业认定管理办法'],
    ['国科发火 2016 32', '高新技术企业认定管理办法'],
    ['〔2016〕195号 国科发火', '税收征收管理通知'],
    ['高新技术企业', '高新技术企业认定管理办法'],
    ['高企', '高新技术企业认定管理办法'],
    ['高新技木企业', '高新技术企业认定管理办法'],
    ['高企怎么缴纳所得税', '企业所得税优惠说明'],
    ['个体户能贷款吗', '创业担保贷款实施办法'],
    ['首台套', '关于首台（套）重大技术装备的通知'],
    ['追讨欠款', '关于机关事业单位付款期限的公告'],
    ['事业单位付款', '关于机关事业单位付款期限的公告'],
    ['优化营商环境条例', '优化营商环境条例'],
    ['某某 营商环境', '某某省优化营商环境条例'],
    ['税', '税收征收管理通知'],
    ['企业飞船', undefined],
  ])('for %s is %s', (query, title) => {
    expect(find(query)[0]).toBe(title)
  })
})

test('a document that cites a number comes after the document itself', () => {
  const found = find('国科发火〔2016〕32号')
  expect(found[0]).toBe('高新技术企业认定管理办法')
  expect(found).toContain('企业所得税优惠说明')
})
