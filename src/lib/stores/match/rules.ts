/** The rules of all policies, compiled in slices, and their words as they are needed. */
import { atom, map } from 'nanostores'
import * as v from 'valibot'
import { ContractError, explainError } from '../../api/errors.ts'
import { readStaticFile } from '../../api/static-file.ts'
import { yieldToBrowser } from '../../browser/yield-to-browser.ts'
import {
  type PolicyWords,
  RULES_PATH,
  type RuleFile,
  type RuleRow,
  ruleFile,
  ruleRow,
  TITLES_PATH,
  type Titled,
  titlesFile,
  WORDS_PER_FILE,
  wordsFile,
  wordsPath,
} from '../../contract/policies/rule-files.ts'
import { compileRule } from '../../rules/eligibility/evaluate.ts'
import { unpackTree } from '../../rules/eligibility/pack.ts'
import { readWindow } from '../../rules/time/window-use.ts'
import { inSlices, type MatchRow } from './judge-rows.ts'

type RulesState =
  | { status: 'idle' | 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; file: RuleFile; rows: readonly MatchRow[] }

export const $rules = atom<RulesState>({ status: 'idle' })

/** By page id. */
export const $words = map<Record<number, PolicyWords>>({})

export const $titles = atom<readonly Titled[] | null>(null)

/** Why words did not come. */
export const $wordsNotice = atom<string | null>(null)

export async function loadRules(): Promise<void> {
  const { status } = $rules.get()
  if (status === 'loading' || status === 'ready') return
  $rules.set({ status: 'loading' })
  try {
    const file = await readStaticFile(RULES_PATH, ruleFile)
    const rows: MatchRow[] = []
    await inSlices(
      file.rows,
      () => yieldToBrowser().then(() => true),
      (row, place) => rows.push(readRow(row, place, file)),
    )
    $rules.set({ status: 'ready', file, rows })
  } catch (error) {
    $rules.set({ status: 'failed', text: explainError(error) })
  }
}

/** There may be ten thousand: each is parsed when its turn comes. @throws {ContractError} */
export function readRuleRow(row: unknown): RuleRow {
  const result = v.safeParse(ruleRow, row)
  if (result.success) return result.output
  throw new ContractError(`${RULES_PATH}: row ${JSON.stringify(row).slice(0, 80)}`)
}

function readRow(written: unknown, place: number, { conditions }: RuleFile): MatchRow {
  const [id, tree, region, window, worth, excludes, rate, judged, support] = readRuleRow(written)
  try {
    const eligibility = tree === null ? null : unpackTree(tree, conditions)
    const rule = compileRule({ eligibility, unmodelled: [] })
    return {
      id,
      place,
      region,
      window: readWindow(window),
      worth,
      excludes,
      rate,
      isJudged: judged === 1,
      support,
      rule,
    }
  } catch (cause) {
    throw new ContractError(`rule of ${id}`, { cause })
  }
}

const asked = new Map<number, Promise<void>>()

/** Loads the words of these policies, as far as they are not here yet. */
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
      $wordsNotice.set(null)
    },
    (error: unknown) => {
      asked.delete(file)
      $wordsNotice.set(explainError(error))
    },
  )
  asked.set(file, loading)
  return loading
}

/** Loads the titles that 为什么没有这条 searches. */
export async function loadTitles(): Promise<void> {
  if ($titles.get()) return
  try {
    $titles.set(await readStaticFile(TITLES_PATH, titlesFile))
  } catch (error) {
    $wordsNotice.set(explainError(error))
  }
}
