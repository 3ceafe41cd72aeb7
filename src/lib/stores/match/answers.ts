/** The company's answers: stored on this device at once, parsed into facts, equal in all tabs. */
import { atom, computed, onMount } from 'nanostores'
import { isEmbedded } from '../../browser/embedded.ts'
import { onKeptChanged } from '../../browser/kept/kept.ts'
import {
  type Answers,
  type KeptAnswers,
  keepAnswers,
  NO_ANSWERS,
  readKeptAnswers,
} from '../../browser/kept/kept-answers.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import { readRegion } from '../../browser/remembered-region.ts'
import { parseFacts } from '../../rules/eligibility/answers.ts'
import { NESTINGS } from '../../rules/eligibility/conditions/place.ts'
import { type AnswerKey, type FactKey, type Facts, isFactKey } from '../../rules/eligibility/facts.ts'
import { chinaDay } from '../../rules/time/china-day.ts'

export const $kept = atom<KeptAnswers>(NO_ANSWERS)

/** Answers from a link: shown, and not stored until the person agrees. */
export const $borrowed = atom<Answers | null>(null)

/** False when this device cannot store anything. */
export const $keepable = atom(true)

export const $answers = computed([$kept, $borrowed], (kept, borrowed) => borrowed ?? kept.answers)

/** The facts for verdicts, and problems of single answers. */
export const $reading = computed($answers, (answers) => parseFacts(answers, chinaDay(new Date())))

onMount($kept, () => {
  $kept.set(readKeptAnswers())
  if (typeof document === 'undefined') return
  return onKeptChanged('answers', 'answers', () => $kept.set(readKeptAnswers()))
})

/** Answers one question; undefined removes the answer, null is 不清楚. */
export function answer(key: AnswerKey, value: unknown): void {
  answerAll([key], value)
}

export function answerAll(keys: readonly AnswerKey[], value: unknown): void {
  adoptBorrowed()
  const { answers, place, unsent } = $kept.get()
  const changed: Partial<Record<AnswerKey, unknown>> = { ...answers }
  for (const key of keys) {
    if (value === undefined) delete changed[key]
    else changed[key] = value
  }
  const waiting = place === 'account' ? [...new Set([...unsent, ...keys])] : unsent
  keep({ answers: changed, place, unsent: waiting })
}

/** Takes over answers given elsewhere. A more exact place or industry stays. */
export function answerGiven(given: Facts): void {
  const before = $answers.get()
  for (const [key, value] of Object.entries(given)) {
    if (isFactKey(key) && !isWithin(key, before[key], value)) answer(key, value)
  }
}

function isWithin(key: FactKey, inner: unknown, outer: unknown): boolean {
  if (key !== 'region' && key !== 'industry') return inner === outer
  return typeof inner === 'string' && typeof outer === 'string' && NESTINGS[key].contains(outer, inner)
}

export function adoptBorrowed(): void {
  const borrowed = $borrowed.get()
  if (!borrowed) return
  const { place, answers, unsent } = $kept.get()
  const changed = Object.keys({ ...answers, ...borrowed }) as AnswerKey[]
  keep({ answers: borrowed, place, unsent: place === 'account' ? changed : unsent })
  $borrowed.set(null)
}

export function keep(kept: KeptAnswers): void {
  $kept.set(kept)
  $keepable.set(keepAnswers(kept))
  const { region } = kept.answers
  const place = typeof region === 'string' ? region : ''
  if (place !== readRegion().code) import('../region.ts').then(({ showPlace }) => showPlace(place))
  if (!isEmbedded()) notifyTabs('answers')
}
