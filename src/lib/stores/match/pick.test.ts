import { expect, test } from 'vitest'
import industries from '../../content/industries.json' with { type: 'json' }
import words from '../../content/industry-words.json' with { type: 'json' }
import { makePickList, searchChoices } from './pick.ts'

const LIST = makePickList('industry', industries, words)
const codes = (query: string) => searchChoices(LIST, query, 40).map(({ code }) => code)

test.each([
  ...[
    ['火锅', 'H6210'],
    ['川味火锅店', 'H6210'],
    ['饭店', 'H6210'],
    ['餐馆', 'H6210'],
    ['奶茶', 'H6239'],
  ],
  ...[
    ['网店', 'F5292'],
    ['电商', 'F5292'],
    ['幼儿园', 'P8310'],
    ['药店', 'F5251'],
    ['洗车', 'O8111'],
  ],
  ...[
    ['直播', 'I6429'],
    ['服装厂', 'C181'],
    ['大棚', 'A0141'],
    ['APP', 'I6513'],
    ['ａｐｐ', 'I6513'],
  ],
  ...[
    ['健身房', 'R8930'],
    ['ktv', 'R9011'],
    ['物流', 'G543'],
    ['家政', 'O8010'],
    ['会计', 'L7241'],
  ],
  ...[
    ['物业', 'K7020'],
    ['家政公司', 'O8010'],
    ['钟表店', 'F5236'],
    ['软件开发', 'I651'],
    ['奶', 'H6239'],
  ],
])('%s is first %s', (query, code) => {
  expect(codes(query)[0]).toBe(code)
})

test('what only has the letters somewhere is not among what holds the word', () => {
  expect(codes('会计')).toEqual(['L7241'])
  expect(codes('物业')).toEqual(['K7020', 'K702'])
  // Where nothing else is found they lead on.
  expect(codes('餐配送')).toContain('H6241')
  expect(codes('火星移民')).toEqual([])
})

test('every word has codes that there are, and is no name', () => {
  const all = Object.entries(words)
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter(([, list]) => list.some((code) => !LIST.byCode.has(code)))).toEqual([])
  expect(all.filter(([word]) => Object.values(industries).includes(word))).toEqual([])
})
