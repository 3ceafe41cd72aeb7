import { expect, test } from 'vitest'
import { escapeMarkup } from './escape-markup.ts'

test('special characters of markup are escaped', () => {
  expect(escapeMarkup('<a b="c">研发 & 补贴</a>')).toBe('&lt;a b=&quot;c&quot;&gt;研发 &amp; 补贴&lt;/a&gt;')
})
