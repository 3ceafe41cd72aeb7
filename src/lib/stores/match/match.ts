/** The result of the answers: updated in slices with every change, latest answers only. */
import { atom, computed } from 'nanostores'
import { latest } from '../../browser/latest.ts'
import { readHint } from '../../browser/session-hint.ts'
import { together } from '../../browser/together.ts'
import { yieldToBrowser } from '../../browser/yield-to-browser.ts'
import type { PolicyWords } from '../../contract/policies/rule-files.ts'
import { readCompany } from '../../rules/eligibility/company.ts'
import { compileRule, judgeRule, statusOf } from '../../rules/eligibility/evaluate.ts'
import type { AnswerKey, Facts } from '../../rules/eligibility/facts.ts'
import { type Status, type Verdict, verdictWords } from '../../rules/eligibility/verdict.ts'
import { chinaDay } from '../../rules/time/china-day.ts'
import { insteadOfVerdict, withinWindow } from '../../rules/time/window-use.ts'
import { awaitsCertificate } from '../../rules/worth/total.ts'
import { briefOf, leadOf, type WorkingLine, workingOf, worthWords } from '../../rules/worth/working.ts'
import {
  type CompiledBenefit,
  compileBenefit,
  narrowingQuestion,
  type Worth,
  worthOf,
} from '../../rules/worth/worth.ts'
import { $kept, $reading } from './answers.ts'
import { judgeRows, type Match, type MatchRow } from './judge-rows.ts'
import { $rules, loadRules } from './rules.ts'

export const $match = atom<Match | null>(null)

const judging = latest()

/** Judges all policies for the present answers; cancels an earlier run. */
async function judgeAgain(): Promise<void> {
  const rules = $rules.get()
  if (rules.status !== 'ready') return
  const isLatest = judging.begin()
  const pause = async () => {
    await yieldToBrowser()
    return isLatest()
  }
  const { facts } = $reading.get()
  const match = await judgeRows(rules.rows, facts, chinaDay(new Date()), pause, rules.usual)
  if (match && isLatest()) $match.set(match)
}

/** Updates the verdicts with the answers while a page shows them. */
export function followAnswers(): () => void {
  const stop = together(
    $rules.listen(() => judgeAgain()),
    $reading.listen(() => judgeAgain()),
  )
  loadRules()
  judgeAgain()
  return stop
}

/** Returns the verdict on one policy with every reason and clause. */
export function explain({ window, support }: MatchRow, words: PolicyWords, { facts, today }: Match): Verdict {
  const { eligibility = null, unmodelled } = words
  const rule = compileRule({ eligibility, unmodelled, support })
  return withinWindow(judgeRule(rule, readCompany(facts, today)), window)
}

/** A policy's worth with its working and the question that narrows it most. */
export interface Reckoning {
  worth: Worth
  lines: readonly WorkingLine[]
  assumes: readonly string[]
  question: AnswerKey | null
  benefit: CompiledBenefit
}

export function reckon(
  { benefit }: MatchRow,
  words: PolicyWords,
  { facts, today }: Pick<Match, 'facts' | 'today'>,
): Reckoning | null {
  const rules = $rules.get()
  if (rules.status !== 'ready' || !benefit) return null
  const named = words.benefit ? compileBenefit(words.benefit, benefit.tree, rules.rates) : benefit
  const company = readCompany(facts, today)
  return {
    worth: worthOf(named, company),
    lines: workingOf(named, company),
    assumes: named.benefit.assumes ?? [],
    question: narrowingQuestion(named, company),
    benefit: named,
  }
}

/** A place alone judges nothing. */
export const isUntold = (facts: Facts) => Object.keys(facts).every((key) => key === 'region')

/** The verdict in words for a card. Undefined while loading, or without answers. */
type VerdictOn = (id: number) => { status: Status | 'over'; words: string } | undefined

export const $verdictOn = computed([$rules, $reading], (rules, { facts }): VerdictOn => {
  if (rules.status !== 'ready' || isUntold(facts)) return () => undefined
  const rows = new Map(rules.rows.map((row) => [row.id, row]))
  const today = chinaDay(new Date())
  const company = readCompany(facts, today)
  return (id) => {
    const row = rows.get(id)
    if (!row) return undefined
    const over = insteadOfVerdict(row.window, today)
    if (over) return { status: 'over', words: over }
    const status = statusOf(row.rule, company)
    return { status, words: verdictWords(status, row.isJudged) }
  }
})

/** Resolves, once the rules are loaded, to whether the answers exclude a policy, by page id. */
export async function loadExclusion(): Promise<(id: number) => boolean> {
  await loadRules()
  const verdictOn = $verdictOn.get()
  return (id) => verdictOn(id)?.status === 'unmet'
}

type WorthOn = (id: number) => { words: string; how?: string } | undefined

/** The worth by page id, with a brief working. Undefined if unknown. */
export const $worthOn = computed([$rules, $reading], (rules, { facts }): WorthOn => {
  if (rules.status !== 'ready' || isUntold(facts)) return () => undefined
  const rows = new Map(rules.rows.map((row) => [row.id, row]))
  const today = chinaDay(new Date())
  const company = readCompany(facts, today)
  return (id) => {
    const row = rows.get(id)
    if (!row?.benefit || insteadOfVerdict(row.window, today)) return undefined
    if (statusOf(row.rule, company) === 'unmet') return { words: '不符合条件，不计算' }
    const worth = worthOf(row.benefit, company)
    const sum = worthWords(worth)
    if (sum === '') return undefined
    const words = `${leadOf(row.benefit.money, awaitsCertificate(row.grants, facts))}${sum}`
    const brief = briefOf(workingOf(row.benefit, company))
    return { words, ...(brief && !worth.isRange && { how: brief.filled }) }
  }
})

/**
 * Loads the rules, and the account's answers if needed: without a copy on the device, or with an outdated one after
 * the login has ended.
 */
export function followSavedAnswers(): void {
  loadRules()
  const { place, answers } = $kept.get()
  const isCopied = place === 'account' || Object.keys(answers).length > 0
  if (readHint() ? !isCopied : place === 'account')
    import('./answers-account.ts').then(({ followAccount }) => followAccount())
}
