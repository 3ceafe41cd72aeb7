/** Names that nobody expects: markup, marks of writing direction, blanks that nobody sees, pieces of paths and of code. */
import * as v from 'valibot'
import { fetchFolder } from '../../../src/lib/api/document.ts'
import { renameFile } from '../../../src/lib/api/document-file.ts'
import { RefusedError } from '../../../src/lib/api/errors.ts'
import { fileName } from '../../../src/lib/contract/document-name.ts'
import { knownRoom } from '../../../src/lib/stores/storage-room.ts'
import { pick, seededRandom } from '../random.ts'
import type { Lab } from './lab.ts'
import { begin, ended } from './random-uploads.ts'

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
/** Any character of the first planes, too. */
const CODE_POINTS = 0x2ffff

/** Not all of them are allowed. */
export function oddNames(count: number, seed: number): string[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const pieces = pick(PIECES, 1 + Math.floor(random() * MOST), random)
    if (random() < 0.3) pieces.push(String.fromCodePoint(Math.floor(random() * CODE_POINTS)))
    return pieces.join('')
  })
}

/** A file is given each name and read again. @returns the names that came back otherwise than the contract says */
export async function roundTrip(lab: Lab, names: readonly string[]): Promise<string[]> {
  await ended(begin(lab, '改名.bin', 1000))
  const id = (await lab.files()).at(-1)?.id ?? 0
  const companyId = (await knownRoom())?.companyId ?? 0
  const wrong: string[] = []
  let last = '改名.bin'
  for (const name of names) {
    const allowed = v.safeParse(fileName, name)
    const refused = await renameFile(id, name).then(
      () => false,
      (error: unknown) => error instanceof RefusedError,
    )
    if (allowed.success) last = allowed.output
    const { files } = await fetchFolder({ companyId, folderId: lab.folderId })
    if (refused === allowed.success || files.at(-1)?.local_name !== last) wrong.push(name)
  }
  return wrong
}
