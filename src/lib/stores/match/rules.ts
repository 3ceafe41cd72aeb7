/** The rules of all policies, compiled in slices, and their words on demand. */
import { atom, map } from 'nanostores'
import { ContractError, explainError } from '../../api/errors.ts'
import { readStaticFile } from '../../api/static-file.ts'
import { yieldToBrowser } from '../../browser/yield-to-browser.ts'
import {
  type PolicyWords,
  RULES_PATH,
  type RulePolicy,
  type RulesFile,
  rulesFile,
  WORDS_PER_FILE,
  wordsFile,
  wordsPath,
} from '../../contract/policies/rule-files.ts'
import type { AskKey } from '../../rules/eligibility/asks.ts'
import { compileRule } from '../../rules/eligibility/evaluate.ts'
import { type CompiledRates, compileRates } from '../../rules/worth/compile.ts'
import { compileBenefit } from '../../rules/worth/worth.ts'
import { inSlices, type MatchRow } from './judge-rows.ts'

type RulesState =
  | { status: 'idle' | 'loading' }
  | { status: 'failed'; text: string }
  | ({ status: 'ready' } & Rules)

interface Rules extends Pick<RulesFile, 'built_at' | 'version'> {
  /** Statements that are so for most companies. */
  usual: ReadonlySet<AskKey>
  rates: CompiledRates
  rows: readonly MatchRow[]
}

export const $rules = atom<RulesState>({ status: 'idle' })

/** By page id. */
export const $words = map<Record<number, PolicyWords>>({})

/** The error of loading the words. */
export const $wordsNotice = atom<string | null>(null)

let loading = Promise.resolve()

/** Resolves when the rules are ready, or have failed. */
export function loadRules(): Promise<void> {
  const { status } = $rules.get()
  if (status === 'idle' || status === 'failed') loading = load()
  return loading
}

async function load(): Promise<void> {
  $rules.set({ status: 'loading' })
  try {
    $rules.set({ status: 'ready', ...(await compileRules(await readStaticFile(RULES_PATH, rulesFile))) })
  } catch (error) {
    $rules.set({ status: 'failed', text: explainError(error) })
  }
}

/** @throws {ContractError} for an invalid tree, formula or rate */
async function compileRules({ policies, rates: table, usual, ...about }: RulesFile): Promise<Rules> {
  const pause = () => yieldToBrowser().then(() => true)
  try {
    const rates = compileRates(table)
    const rows: MatchRow[] = []
    await inSlices(policies, pause, (policy, place) => rows.push(compilePolicy(policy, place, rates)))
    await pause()
    return { ...about, usual: new Set(usual), rates, rows }
  } catch (cause) {
    throw new ContractError(RULES_PATH, { cause })
  }
}

/** @throws {TypeError} for an invalid tree or formula */
export function compilePolicy(rule: RulePolicy, place: number, rates: CompiledRates): MatchRow {
  const { eligibility = null, benefit, ...policy } = rule
  return {
    ...policy,
    place,
    rule: compileRule({ eligibility, unmodelled: [], support: policy.support }),
    benefit: benefit ? compileBenefit(benefit, eligibility, rates) : null,
  }
}

const asked = new Map<number, Promise<void>>()
/** Files that failed: the notice stays until all are loaded. */
const failed = new Set<number>()

/** Loads the missing words of these policies. */
export async function loadWords(rows: readonly MatchRow[]): Promise<void> {
  const missing = rows.filter(({ id }) => !$words.get()[id])
  const files = new Set(missing.map(({ place }) => Math.floor(place / WORDS_PER_FILE)))
  await Promise.all([...files].map(loadFile))
}

function loadFile(file: number): Promise<void> {
  const known = asked.get(file)
  if (known) return known
  const loading = readStaticFile(wordsPath(file), wordsFile).then(
    (words) => {
      $words.set({ ...$words.get(), ...Object.fromEntries(words.map((each) => [each.id, each])) })
      failed.delete(file)
      if (failed.size === 0) $wordsNotice.set(null)
    },
    (error: unknown) => {
      asked.delete(file)
      failed.add(file)
      $wordsNotice.set(explainError(error))
    },
  )
  asked.set(file, loading)
  return loading
}
