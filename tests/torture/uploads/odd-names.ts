/** Names that break careless code: markup, direction marks, invisible blanks, pieces of paths and of code. */
import { pick, seededRandom } from '../random.ts'

const PIECES = [
  '<img src=x onerror="globalThis.ran=1">',
  '<script>globalThis.ran=1<',
  '"><svg onload=globalThis.ran=1>',
  'javascript:globalThis.ran=1',
  '{{globalThis.ran=1}}',
  `\${globalThis.ran=1}`,
  '&lt;b&gt;',
  '&amp;',
  '\u202e',
  '\u200b',
  '\u200f',
  '\ufeff',
  '\u3000',
  ' ',
  '\t',
  '\n',
  '\0',
  '\ud800',
  '/',
  '\\',
  '..',
  '.',
  '%2e%2f',
  '%',
  '_',
  "'",
  '"',
  '`',
  ';--',
  '$&',
  'CON',
  '营业执照',
  '（2026）',
  '👩‍👩‍👧',
  '𠮷',
  'e\u0301',
  'é',
  'İ',
  'עברית',
  '字'.repeat(90),
  '.pdf',
  '.PDF',
  '(1)',
]
const MOST = 7
/** Includes any character of the first planes. */
const CODE_POINTS = 0x2ffff

/** Some of them are forbidden. */
export function oddNames(count: number, seed: number): string[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const pieces = pick(PIECES, 1 + Math.floor(random() * MOST), random)
    if (random() < 0.3) pieces.push(String.fromCodePoint(Math.floor(random() * CODE_POINTS)))
    return pieces.join('')
  })
}
