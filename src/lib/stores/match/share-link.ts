/**
 * Answers in a link: version, then base64url of `count;id=value;…;`. Every answer ends with a semicolon and the count
 * comes first, so that a link that was cut on its way is noticed and no half answer is taken for a whole one.
 */
import { parseFacts } from '../../rules/eligibility/answers.ts'
import { FACT_KEYS, type FactKey, type Facts, factOf } from '../../rules/eligibility/facts.ts'

const VERSION = '1'
/** Longer texts are no link of ours. */
const MAX_LENGTH = 4000

type Ids = Readonly<Record<FactKey, number>>

export interface SharedAnswers {
  facts: Facts
  /** False when something in the link could not be read: the person is asked for it again. */
  complete: boolean
}

/** @param ids the wire number of each question, which never changes */
export function writeShareCode(facts: Facts, ids: Ids): string {
  const entries = FACT_KEYS.filter((key) => facts[key] !== undefined)
  const text = entries.map((key) => `${ids[key]}=${writeValue(facts[key])};`).join('')
  return `${VERSION}.${toBase64Url(`${entries.length};${text}`)}`
}

/** Reads what can be read of a code that may be cut, forged or older. `today` YYYY-MM-DD. */
export function readShareCode(code: string, ids: Ids, today: string): SharedAnswers {
  const text = code.startsWith(`${VERSION}.`) ? fromBase64Url(code.slice(2, MAX_LENGTH)) : ''
  const [count = '', ...entries] = text.split(';').slice(0, -1)
  const answers: Record<string, unknown> = {}
  for (const entry of entries) {
    const [, id, value = ''] = /^(\d{1,3})=(.*)$/.exec(entry) ?? []
    const key = FACT_KEYS.find((fact) => ids[fact] === Number(id))
    if (key) answers[key] = readValue(key, value)
  }
  const { facts, problems } = parseFacts(answers, today)
  const isWhole = /^\d{1,3}$/.test(count) && Object.keys(facts).length === Number(count)
  return { facts, complete: isWhole && problems.every(({ severity }) => severity === 'hint') }
}

/** `?` is 不清楚; yes and no are 1 and 0. */
function writeValue(value: Facts[FactKey]): string {
  if (value === null || value === undefined) return '?'
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? value.join(',') : String(value)
}

function readValue(key: FactKey, text: string): unknown {
  if (text === '?') return null
  const { kind } = factOf(key)
  if (kind === 'boolean') return text === '1' ? true : text === '0' ? false : text
  if (kind === 'multi') return text === '' ? [] : text.split(',')
  return text
}

function toBase64Url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The longest readable start of what may have been cut anywhere; '' for what is no base64. */
function fromBase64Url(code: string): string {
  const [clean = ''] = /^[A-Za-z0-9_-]*/.exec(code) ?? []
  // One letter beyond a group of four carries no whole byte.
  const whole = clean.length % 4 === 1 ? clean.slice(0, -1) : clean
  return atob(whole.replaceAll('-', '+').replaceAll('_', '/'))
}
