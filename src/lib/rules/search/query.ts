import { findTypedNumber } from './document-number.ts'
import { type Synonyms, splitAtSynonyms } from './synonyms.ts'
import { foldText, queryTermsOf } from './terms.ts'

/** Words of a question without information about its subject; few documents contain them, so they would weigh much. */
const FILLERS = [
  '什么样',
  '是什么',
  '什么时候',
  '什么',
  '怎么样',
  '怎么办理',
  '怎么办',
  '怎么算',
  '怎么',
  '怎样',
  '如何',
  '哪些方面',
  '哪些',
  '哪几',
  '哪里',
  '哪个',
  '多少钱',
  '是多少',
  '多少',
  '多久',
  '多长时间',
  '几个',
  '请问',
  '可以',
  '能不能',
  '能否',
  '是否',
  '有没有',
  '有哪些',
  '需要',
  '应该',
  '应当',
  '为什么',
  '吗',
  '呢',
  '了',
  '我们',
  '我想',
  '我要',
  '想要',
  '关于',
  '一种',
  '进行',
  '情况下',
  '何种情况',
  '对于',
  '的',
  '提供了',
  '提出了',
  '方面',
  '要求',
  '会怎样',
  '现在',
  '具体',
  '相关',
  '各级',
  '一直',
  '规定',
]

const FILLER = new RegExp([...FILLERS].sort((a, b) => b.length - a.length).join('|'), 'g')

function withoutFiller(word: string): string[] {
  const pieces = word.split(FILLER).filter((piece) => piece.length > 0)
  const telling = pieces.filter((piece) => piece.length > 1 || pieces.length === 1)
  return telling.length > 0 ? telling : [word]
}

export interface Wording {
  text: string
  terms: readonly string[]
  /** 1 for the person's own words, less for synonyms, more for terms that cannot match by chance. */
  trust: number
}

/** A part of the query: a word, a phrase in quotes, a document number. */
export interface Part {
  kind: 'words' | 'phrase' | 'number'
  wordings: readonly Wording[]
}

export interface Plan {
  parts: readonly Part[]
  /** Added words, beside the person's own. */
  added: readonly string[]
}

export const QUERY_MAX_LENGTH = 100
const SYNONYM_TRUST = 0.9
/** A person who types a document number wants that document, whatever else the query contains. */
const NUMBER_TRUST = 2
const TERMS_MAX = 26
const QUOTED = /["“”]([^"“”]+)["“”]|「([^」]+)」/g
const WORD_BREAK = /[\s,，。；;、?？!！:：|/\\]+/

/** Cuts between characters: half a surrogate pair would not survive the address. */
export function cutText(text: string, maxLength: number): string {
  return [...text.trim()].slice(0, maxLength).join('').trim()
}

export function cutQuery(text: string): string {
  return cutText(text, QUERY_MAX_LENGTH)
}

/** Returns the same words without the requirement to match a quoted phrase. */
export function withoutQuotes(typed: string): string {
  return typed.replace(QUOTED, ' $1$2 ')
}

export function planQuery(typed: string, synonyms: Synonyms): Plan {
  const phrases: string[] = []
  const unquoted = cutQuery(typed).replace(QUOTED, (_, straight?: string, corner?: string) => {
    phrases.push(foldText(straight ?? corner ?? ''))
    return ' '
  })
  const number = findTypedNumber(foldText(unquoted))
  const words = (number ? number.rest : foldText(unquoted)).split(WORD_BREAK)
  const parts = [
    ...phrases.map((text): Part => ({ kind: 'phrase', wordings: [ownWording(text)] })),
    ...(number ? [numberPart(number.text, number.terms)] : []),
    ...words.flatMap((word) => partsOfWord(word, synonyms)),
  ].filter(({ wordings }) => wordings.some(({ terms }) => terms.length > 0))
  return { parts: thinOut(parts), added: addedOf(parts) }
}

/** Drops terms: a query loads a shard for each one, and of a long sentence every second or third pair of characters is enough. */
function thinOut(parts: readonly Part[]): readonly Part[] {
  const step = Math.ceil(distinctTerms(parts).length / TERMS_MAX)
  if (step <= 1) return parts
  return parts.map((part) => ({
    ...part,
    wordings: part.wordings.map((wording) => ({
      ...wording,
      terms: wording.terms.filter((_, place) => place % step === 0),
    })),
  }))
}

function distinctTerms(parts: readonly Part[]): string[] {
  return [...new Set(parts.flatMap(({ wordings }) => wordings.flatMap(({ terms }) => terms)))]
}

function ownWording(text: string): Wording {
  return { text, terms: [...new Set(queryTermsOf(text))], trust: 1 }
}

function numberPart(text: string, terms: readonly string[]): Part {
  const own = { text, terms: terms.slice(0, 1), trust: NUMBER_TRUST }
  const loose = { text, terms: [...terms.slice(1, 2), ...queryTermsOf(text)], trust: 0.5 }
  return { kind: 'number', wordings: [own, loose] }
}

function partsOfWord(word: string, synonyms: Synonyms): Part[] {
  return splitAtSynonyms(word, synonyms).flatMap(({ text, also }): Part[] => {
    if (also.length > 0) {
      const others = also.map((other) => ({ ...ownWording(other), trust: SYNONYM_TRUST }))
      return [{ kind: 'words', wordings: [ownWording(text), ...others] }]
    }
    return withoutFiller(text).map((piece): Part => ({ kind: 'words', wordings: [ownWording(piece)] }))
  })
}

function addedOf(parts: readonly Part[]): string[] {
  return parts
    .filter(({ kind }) => kind === 'words')
    .flatMap(({ wordings }) => wordings.slice(1).map(({ text }) => text))
}

export function termsOfPlan({ parts }: Plan): string[] {
  return distinctTerms(parts)
}

export function phrasesOf({ parts }: Plan): string[] {
  return parts.flatMap(({ kind, wordings }) => (kind === 'phrase' ? wordings.map(({ text }) => text) : []))
}
