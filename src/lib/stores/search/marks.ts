/** Positions of a query's words in a text, and the stretch with most of them. */
import type { Plan } from '../../rules/search/query.ts'
import { foldText, queryTermsOf } from '../../rules/search/terms.ts'
import { simplify } from '../../rules/search/variants.ts'

/** A stretch of text; `marked` for a word of the query. */
export interface Stretch {
  text: string
  marked: boolean
}

const EXCERPT_LENGTH = 110
const SHORT_WORDING = 3
const SENTENCE = /[^。；！？\n]+[。；！？]?/g

/** Folded, with every character at its index. */
function foldInPlace(text: string): string {
  return text.toLowerCase().length === text.length
    ? simplify(text.toLowerCase()).replace(/[^\0-\u007f\u3400-\u9fff]/gu, foldCharacter)
    : text
}

function foldCharacter(character: string): string {
  const folded = foldText(character)
  return folded.length === character.length ? folded : character
}

interface Wanted {
  text: string
  terms: readonly string[]
}

/** Search patterns: the wordings, and their terms if a wording does not occur as a whole. */
export interface Needles {
  wordings: readonly Wanted[]
}

export function needlesOf(plan: Plan): Needles {
  const wordings = plan.parts.flatMap((part) => part.wordings.map(({ text }) => text))
  return { wordings: wordings.map((text) => ({ text, terms: queryTermsOf(text) })) }
}

/** Returns start and end of every marked stretch, ascending and disjoint. */
function rangesOf(text: string, { wordings }: Needles): [from: number, to: number][] {
  const folded = foldInPlace(text)
  const marked = new Uint8Array(text.length)
  for (const wording of wordings) {
    for (const [from, to] of placesOfWording(folded, wording)) marked.fill(1, from, to)
  }
  const ranges: [number, number][] = []
  for (let at = 0; at < text.length; at++) {
    if (!marked[at]) continue
    const from = at
    while (marked[at]) at += 1
    ranges.push([from, at])
  }
  return ranges
}

/** As a whole, else in parts; a single pair of characters of a longer wording is chance: 企业 is everywhere. */
function placesOfWording(folded: string, { text, terms }: Wanted): [number, number][] {
  const whole = placesOf(folded, text)
  if (whole.length > 0) return whole
  const parts = terms.flatMap((term) => placesOf(folded, term)).sort(([a], [b]) => a - b)
  if (text.length <= SHORT_WORDING) return parts
  return parts.filter(
    ([from, to], place) => (parts[place - 1]?.[1] ?? -1) > from || (parts[place + 1]?.[0] ?? to) < to,
  )
}

function placesOf(text: string, needle: string): [number, number][] {
  const places: [number, number][] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    places.push([at, at + needle.length])
  }
  return places
}

export function markText(text: string, needles: Needles): Stretch[] {
  const stretches: Stretch[] = []
  let at = 0
  const push = (to: number, marked: boolean) => {
    if (to > at) stretches.push({ text: text.slice(at, to), marked })
    at = to
  }
  for (const [from, to] of rangesOf(text, needles)) {
    push(from, false)
    push(to, true)
  }
  push(text.length, false)
  return stretches
}

/** Returns the sentence with most of the query and its continuation, cut to the length of an excerpt. */
export function excerptOf(text: string, needles: Needles): string {
  const folded = foldInPlace(text)
  let best = 0
  let from = 0
  for (const sentence of text.matchAll(SENTENCE)) {
    const value = weigh(folded.slice(sentence.index, sentence.index + sentence[0].length), needles)
    if (value > best) {
      best = value
      from = sentence.index
    }
  }
  const first = rangesOf(text.slice(from, from + EXCERPT_LENGTH * 6), needles)[0]?.[0] ?? 0
  const start = first > EXCERPT_LENGTH / 2 ? from + first - EXCERPT_LENGTH / 4 : from
  const piece = cut(text, Math.floor(start), EXCERPT_LENGTH)
  return `${start > from ? '…' : ''}${piece}`
}

/** Never cuts through a character. */
function cut(text: string, from: number, length: number): string {
  const rest = text.slice(from, from + length).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  const piece = rest.replaceAll('\n', ' ').trim()
  return from + length < text.length ? `${piece}…` : piece
}

/** Distinct terms count by length, a whole wording twice. */
function weigh(folded: string, { wordings }: Needles): number {
  let value = 0
  for (const { text, terms } of wordings) {
    for (const term of terms) if (folded.includes(term)) value += term.length
    if (folded.includes(text)) value += text.length * 2
  }
  return value
}

/** Whether some wording of the query occurs in a text as a whole. */
export function holdsWording(text: string, { wordings }: Needles): boolean {
  const folded = foldInPlace(text)
  return wordings.some((wording) => folded.includes(wording.text))
}

/** Whether a text contains a phrase, ignoring blanks and brackets. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const plain = (value: string) => foldText(value).replace(/[\s()[\]〔〕【】〈〉《》<>「」『』“”‘’"']+/gu, '')
  return plain(text).includes(plain(phrase))
}
