/**
 * The view of /match by its address: `#step-2`, `#result`, `#road`, `#ask-employees`, a link with answers `#a=1.…`, or
 * answers from other pages: `#region=440000&industry=I&employees=35`.
 */
import { atom, onMount } from 'nanostores'
import { readRegion } from '../../browser/remembered-region.ts'
import { QUESTION_IDS } from '../../contract/policies/question.ts'
import { parseFacts } from '../../rules/eligibility/answers.ts'
import { isAskKey } from '../../rules/eligibility/asks.ts'
import {
  type AnswerKey,
  answerKeysOf,
  FACT_KEYS,
  type FactKey,
  type Facts,
  factOf,
  isFactKey,
} from '../../rules/eligibility/facts.ts'
import { chinaDay } from '../../rules/time/china-day.ts'
import { $answers, $borrowed, $kept, $reading, adoptBorrowed, answerGiven } from './answers.ts'

/**
 * Answers in a link: version, then base64url of `count;id=value;…;`, with an ask's key as its id. Every answer ends
 * with a semicolon and the count comes first, so that a cut link is detected and no half answer is read.
 */
const VERSION = '1'

/** Longer texts are invalid: every fact and ASKS_MAX asks fit. */
const MAX_LENGTH = 20_000

type Ids = Readonly<Record<FactKey, number>>

interface SharedAnswers {
  facts: Facts
  /** False if a part was unreadable: the person is asked for the link again. */
  complete: boolean
}

/** @param ids the wire number of each question, which never changes */
export function writeShareCode(facts: Facts, ids: Ids): string {
  const keys = answerKeysOf(facts)
  const text = keys.map((key) => `${isAskKey(key) ? key : ids[key]}=${writeValue(key, facts[key])};`).join('')
  return `${VERSION}.${toBase64Url(`${keys.length};${text}`)}`
}

/** Reads the valid parts of a code that may be cut, forged or old. `today` YYYY-MM-DD. */
export function readShareCode(code: string, ids: Ids, today: string): SharedAnswers {
  const text = code.startsWith(`${VERSION}.`) ? fromBase64Url(code.slice(2, MAX_LENGTH)) : ''
  const [count = '', ...entries] = text.split(';').slice(0, -1)
  const answers: Record<string, unknown> = {}
  for (const entry of entries) {
    const [, id = '', value = ''] = /^([^=]+)=(.*)$/.exec(entry) ?? []
    const key = isAskKey(id) ? id : FACT_KEYS.find((fact) => String(ids[fact]) === id)
    if (key) answers[key] = readValue(key, value)
  }
  const { facts, problems } = parseFacts(answers, today)
  const isWhole = /^\d{1,3}$/.test(count) && Object.keys(facts).length === Number(count)
  return { facts, complete: isWhole && problems.every(({ severity }) => severity === 'hint') }
}

/** `?` is 不清楚; yes and no are 1 and 0; an own number has a + in front. */
function writeValue(key: AnswerKey, value: Facts[AnswerKey]): string {
  if (value === null || value === undefined) return '?'
  if (isAskKey(key) && typeof value === 'string') return `+${value}`
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? value.join(',') : String(value)
}

function readValue(key: AnswerKey, text: string): unknown {
  if (text === '?') return null
  if (isAskKey(key) && text.startsWith('+')) return text.slice(1)
  const { kind } = isAskKey(key) ? { kind: 'boolean' } : factOf(key)
  if (kind === 'boolean') return text === '1' ? true : text === '0' ? false : text
  if (kind === 'multi') return text === '' ? [] : text.split(',')
  return text
}

function toBase64Url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Returns the longest readable start of a cut text; '' if it is no base64. */
function fromBase64Url(code: string): string {
  const [clean = ''] = /^[A-Za-z0-9_-]*/.exec(code) ?? []
  // One letter beyond a group of four contains no whole byte.
  const whole = clean.length % 4 === 1 ? clean.slice(0, -1) : clean
  return atob(whole.replaceAll('-', '+').replaceAll('_', '/'))
}

/** Questions of the home page, which other pages may answer too. */
const GIVEN = ['region', 'industry', 'employees'] as const

/** Returns the answers in an address's query or fragment; ignores unreadable ones. */
export function readGivenAnswers(search: string, hash: string, today: string): Facts {
  const given = new URLSearchParams(`${hash.slice(1)}&${search.slice(1)}`)
  return parseFacts(Object.fromEntries(GIVEN.map((key) => [key, given.get(key)?.trim()])), today).facts
}

/** Steps count from 1; `ask` opens one question over the result. */
type MatchView = { page: 'step'; step: number } | { page: 'result'; ask?: FactKey } | { page: 'road' }

export const $view = atom<MatchView>({ page: 'step', step: 1 })

/** After a link with answers was opened: whether all of it was readable. */
export const $linkNotice = atom<'whole' | 'damaged' | null>(null)

onMount($view, () => {
  readAddress()
  addEventListener('hashchange', readAddress)
  return () => removeEventListener('hashchange', readAddress)
})

function readAddress(): void {
  const { hash } = location
  const [, code] = /^#a=(.*)$/.exec(hash) ?? []
  if (code !== undefined) {
    openLink(code)
    return
  }
  takeGivenAnswers()
  const { hash: left } = location
  const [, step] = /^#step-([1-9])$/.exec(left) ?? []
  const asked = left.replace(/^#ask-/, '')
  if (isFactKey(asked)) $view.set({ page: 'result', ask: asked })
  else if (step) $view.set({ page: 'step', step: Number(step) })
  else if (left !== '#result' && !hasOwnAnswers()) $view.set({ page: 'step', step: 1 })
  else $view.set({ page: left === '#road' ? 'road' : 'result' })
}

/** More than the home page's questions. */
function hasOwnAnswers(): boolean {
  return Object.keys($answers.get()).some((key) => GIVEN.every((given) => given !== key))
}

/**
 * Takes over answers from the address, removes them from it, and continues with open questions; a person with
 * earlier answers sees the result. The header's place becomes the company's.
 */
function takeGivenAnswers(): void {
  const { search, hash, pathname } = location
  const { code } = readRegion()
  if (code !== '' && $answers.get().region === undefined) answerGiven({ region: code })
  const left = new URLSearchParams(search)
  const names = [...left.keys(), ...new URLSearchParams(hash.slice(1)).keys()]
  if (!GIVEN.some((key) => names.includes(key))) return
  answerGiven(readGivenAnswers(search, hash, chinaDay(new Date())))
  for (const key of GIVEN) left.delete(key)
  const query = String(left) && `?${left}`
  history.replaceState(null, '', `${pathname}${query}${hasOwnAnswers() ? '#result' : '#step-1'}`)
}

/** On a device with its own answers, the link's stay separate until the person decides. */
function openLink(code: string): void {
  const { facts, complete } = readShareCode(code, QUESTION_IDS, chinaDay(new Date()))
  const isEmpty = Object.keys(facts).length === 0
  $linkNotice.set(complete ? 'whole' : 'damaged')
  $view.set(isEmpty ? { page: 'step', step: 1 } : { page: 'result' })
  if (isEmpty) return
  $borrowed.set(facts)
  if (Object.keys($kept.get().answers).length === 0) keepLinkAnswers()
}

/** Removes the code from the address: Back or a reload must not undo later answers. */
export function keepLinkAnswers(): void {
  adoptBorrowed()
  history.replaceState(null, '', '#result')
}

export function leaveLinkAnswers(): void {
  $borrowed.set(null)
  $linkNotice.set(null)
  history.replaceState(null, '', '#result')
}

export function showStep(step: number): void {
  location.hash = `step-${step}`
}

export function showResult(): void {
  location.hash = 'result'
}

/** Returns this page's address with the present answers, without anything that names the company. */
export function shareAddress(): string {
  return `${location.origin}/match#a=${writeShareCode($reading.get().facts, QUESTION_IDS)}`
}
