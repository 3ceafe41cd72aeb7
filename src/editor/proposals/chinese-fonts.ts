/**
 * What PDFs of official typesetting leave to the reader: they name a font and an encoding such as GBK-EUC-H, and bring
 * neither. The maps for it are made here from the tables that every browser has, because `unpdf` comes without those of
 * Adobe. Numbers of characters (CIDs) are our own, beyond all of Adobe-GB1, but for Latin ones, whose widths count.
 */

/** Adobe-GB1 ends with 30,571. */
const FIRST_CID = 0x8000
/** Of blank to tilde, in the maps with letters of half the width, and in those with letters of their own width. */
const LATIN = { first: 0x20, last: 0x7e, half: 814, own: 1 }
/** Stands for a character that these maps cannot know. */
export const UNKNOWN = '\ufffd'

interface Character {
  gbk: number
  unicode: number
  cid: number
}

let known: Character[] | undefined

/** All characters of GBK, by their codes. */
function characters(): Character[] {
  if (known) return known
  const decoder = new TextDecoder('gbk', { fatal: true })
  known = []
  for (let gbk = 0x8140; gbk <= 0xfefe; gbk += 1) {
    let text: string
    try {
      text = decoder.decode(Uint8Array.of(gbk >> 8, gbk & 0xff))
    } catch {
      continue
    }
    const unicode = text.charCodeAt(0)
    const isPrivate = unicode >= 0xe000 && unicode <= 0xf8ff
    if (text.length === 1 && !isPrivate) known.push({ gbk, unicode, cid: FIRST_CID + known.length })
  }
  return known
}

/** The map of that name as a CMap of PostScript (Adobe Technical Note 5014); undefined for one of other languages. */
export function chineseMap(name: string): string | undefined {
  if (name === 'Adobe-GB1-UCS2') return unicodeOfCids()
  const [, base = ''] = /^(.+)-[HV]$/.exec(name) ?? []
  if (/^(?:GB-EUC|GBK-EUC|GBK2K)$/.test(base)) return cidsOfGbk(LATIN.half)
  if (/^(?:GBpc-EUC|GBKp-EUC)$/.test(base)) return cidsOfGbk(LATIN.own)
  if (/^UniGB-(?:UCS2|UTF16)$/.test(base)) return cidsOfUnicode()
  return undefined
}

const hex = (code: number, digits = 4) => `<${code.toString(16).padStart(digits, '0')}>`

function cidsOfGbk(latin: number): string {
  return [
    '2 begincodespacerange',
    '<00> <80>',
    '<8140> <fefe>',
    'endcodespacerange',
    'begincidrange',
    `${hex(LATIN.first, 2)} ${hex(LATIN.last, 2)} ${latin}`,
    'endcidrange',
    'begincidchar',
    ...characters().map(({ gbk, cid }) => `${hex(gbk)} ${cid}`),
    'endcidchar',
  ].join('\n')
}

function cidsOfUnicode(): string {
  return [
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    'begincidrange',
    `${hex(LATIN.first)} ${hex(LATIN.last)} ${LATIN.own}`,
    'endcidrange',
    'begincidchar',
    ...characters().map(({ unicode, cid }) => `${hex(unicode)} ${cid}`),
    'endcidchar',
  ].join('\n')
}

/** A font that is encoded by the numbers of Adobe itself has only Latin letters that we know. */
function unicodeOfCids(): string {
  const of = new Map(characters().map(({ cid, unicode }) => [cid, unicode]))
  for (let code = LATIN.first; code <= LATIN.last; code += 1) {
    for (const first of [LATIN.half, LATIN.own]) of.set(first + code - LATIN.first, code)
  }
  for (let cid = 1; cid < FIRST_CID; cid += 1) if (!of.has(cid)) of.set(cid, UNKNOWN.charCodeAt(0))
  return ['beginbfchar', ...[...of].map(([cid, unicode]) => `${hex(cid)} ${hex(unicode)}`), 'endbfchar'].join(
    '\n',
  )
}
