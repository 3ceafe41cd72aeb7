import { expect, test } from 'vitest'
import { readXml } from './xml.ts'

const MALFORMED = expect.objectContaining({ code: 'MalformedXML' })
const read = (inside: string) => readXml(`<Delete>${inside}</Delete>`, 'Delete')

test.each([
  ['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
  ['&#65;&#x42;&#x1F600;', 'AB😀'],
  // An entity is decoded only once.
  ['&#38;lt;&amp;lt;', '&lt;&lt;'],
])('%s is read as %s', (text, meant) => {
  expect(read(text).text).toBe(meant)
})

test.each(['&', 'a & b', '&amp', '&nbsp;', '&AMP;', '&#;', '&#x;', '&#x110000;', '&#xD800;', '&#12345678;'])(
  '%s is refused',
  (text) => {
    expect(() => read(text)).toThrow(MALFORMED)
    expect(() => read(`&amp;${text}&amp;`)).toThrow(MALFORMED)
  },
)

test('what is refused keeps the process busy for no longer than what is taken', () => {
  const text = '&'.repeat(2_000_000)
  const before = process.cpuUsage()
  expect(() => read(text)).toThrow(MALFORMED)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(100)
})

test('all parts of the largest upload are read, and not many more elements', () => {
  const part = '<Part><PartNumber>1</PartNumber><ETag>a</ETag></Part>'
  expect(read(part.repeat(10_000)).children).toHaveLength(10_000)
  expect(() => read(part.repeat(20_000))).toThrow(MALFORMED)
  expect(() => read('<Part/>'.repeat(100_000))).toThrow(MALFORMED)
})
