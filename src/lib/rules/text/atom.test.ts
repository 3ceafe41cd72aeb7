import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { writeAtom } from './atom.ts'

const FEED = {
  title: '政策资讯',
  author: '示例运营单位',
  self: 'https://portal.example/frontend/feed/news.xml',
  page: 'https://portal.example/information',
}
const parse = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true)
  const options = {
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    isArray: (name: string) => name === 'entry',
  }
  return new XMLParser(options).parse(xml).feed
}

test('an independent parser finds all required elements of a feed', () => {
  const entry = {
    title: '甲',
    url: 'https://portal.example/information/consultation/1',
    day: '2026-11-20',
    summary: '摘要',
  }
  const feed = parse(writeAtom({ ...FEED, entries: [entry, { ...entry, day: '2026-11-01', summary: '' }] }))
  expect(feed).toMatchObject({
    '@xmlns': 'http://www.w3.org/2005/Atom',
    id: FEED.self,
    title: '政策资讯',
    updated: '2026-11-20T00:00:00+08:00',
    author: { name: '示例运营单位' },
    link: [
      { '@rel': 'self', '@href': FEED.self },
      { '@rel': 'alternate', '@href': FEED.page },
    ],
  })
  expect(feed.entry[0]).toMatchObject({
    id: entry.url,
    title: '甲',
    summary: '摘要',
    updated: '2026-11-20T00:00:00+08:00',
  })
  expect(feed.entry[1]).not.toHaveProperty('summary')
})

test.each([
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a & b "c"', 'a & b "c"'],
  [']]>', ']]>'],
  ['控制\u0000\u000b字符\ud800', '控制字符'],
])('title %j is the text %j', (title, read) => {
  const entry = { title, url: FEED.page, day: '2026-11-20', summary: title }
  expect(parse(writeAtom({ ...FEED, entries: [entry] })).entry[0].title).toBe(read)
})

test('a feed without entries is valid', () => {
  expect(parse(writeAtom({ ...FEED, entries: [] })).updated).toBe('1970-01-01T00:00:00+08:00')
})
