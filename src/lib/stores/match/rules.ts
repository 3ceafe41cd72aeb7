/** The rules of all policies, compiled in slices, and their words as they are needed. */
import { atom, map } from 'nanostores'
import * as v from 'valibot'
import { ContractError, explainError } from '../../api/errors.ts'
import { readStaticFile, readStaticLines } from '../../api/static-file.ts'
import { yieldToBrowser } from '../../browser/yield-to-browser.ts'
import {
  type PolicyWords,
  RULES_PATH,
  type RuleRow,
  ruleCondition,
  ruleFormula,
  ruleHead,
  ruleRow,
  TITLES_PATH,
  type Titled,
  titlesFile,
  WORDS_PER_FILE,
  wordsFile,
  wordsPath,
} from '../../contract/policies/rule-files.ts'
import type { AskKey } from '../../rules/eligibility/asks.ts'
import { compileRule } from '../../rules/eligibility/evaluate.ts'
import type { Certificate } from '../../rules/eligibility/options.ts'
import { unpackTree } from '../../rules/eligibility/pack.ts'
import type { FactCondition } from '../../rules/eligibility/tree.ts'
import { readWindow } from '../../rules/time/window-use.ts'
import { type CompiledRates, compileRates } from '../../rules/worth/compile.ts'
import {
  type Benefit,
  grantBenefit,
  NOBODY,
  type PackedBenefit,
  type Rates,
  unpackBenefit,
} from '../../rules/worth/formula.ts'
import { type CompiledBenefit, compileBenefit } from '../../rules/worth/worth.ts'
import { inSlices, type MatchRow } from './judge-rows.ts'

type RulesState =
  | { status: 'idle' | 'loading' }
  | { status: 'failed'; text: string }
  | ({ status: 'ready' } & Rules)

interface Rules {
  built_at: string
  version: string
  /** By certificate: page id of the original that says how it is had. */
  originals: Partial<Record<Certificate, number>>
  /** Statements that are so for most companies. */
  usual: ReadonlySet<AskKey>
  conditions: readonly FactCondition[]
  formulas: readonly PackedBenefit[]
  rates: CompiledRates
  /** The lines that the rows are made of, for the reasons of a verdict. */
  lines: readonly string[]
  rows: readonly MatchRow[]
}

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
    $rules.set({ status: 'ready', ...(await readRules(await readStaticLines(RULES_PATH))) })
  } catch (error) {
    $rules.set({ status: 'failed', text: explainError(error) })
  }
}

/** @throws {ContractError} */
async function readRules([first = '', ...rest]: readonly string[]): Promise<Rules> {
  const pause = () => yieldToBrowser().then(() => true)
  const { conditions: count, formulas: priced, rates: table, usual, ...about } = parseLine(ruleHead, first)
  const rates = compileTable(table)
  await pause()
  const conditions: FactCondition[] = []
  await inSlices(rest.slice(0, count), pause, (line) => conditions.push(parseLine(ruleCondition, line)))
  const formulas: PackedBenefit[] = []
  await inSlices(rest.slice(count, count + priced), pause, (line) => {
    formulas.push(checked(parseLine(ruleFormula, line), conditions, rates))
  })
  const lines = rest.slice(count + priced)
  const rows: MatchRow[] = []
  const read = rowReader(conditions, formulas, rates)
  await inSlices(lines, pause, (line, place) => rows.push(read(readRuleRow(line), place)))
  await pause()
  return { ...about, usual: new Set(usual), rates, conditions, formulas, lines, rows }
}

/** @throws {ContractError} */
export function readRuleRow(line: string): RuleRow {
  return parseLine(ruleRow, line)
}

function parseLine<S extends v.GenericSchema>(schema: S, line: string): v.InferOutput<S> {
  try {
    return v.parse(schema, JSON.parse(line))
  } catch (cause) {
    throw new ContractError(`${RULES_PATH}: ${line.slice(0, 80)}`, { cause })
  }
}

function compileTable(table: Rates): CompiledRates {
  try {
    return compileRates(table)
  } catch (cause) {
    throw new ContractError('rates', { cause })
  }
}

/** @throws {ContractError} for what could not be reckoned with. */
function checked(
  packed: PackedBenefit,
  conditions: readonly FactCondition[],
  rates: CompiledRates,
): PackedBenefit {
  try {
    compileBenefit(unpackBenefit(packed, conditions, NOBODY), null, rates)
    return packed
  } catch (cause) {
    throw new ContractError('formula', { cause })
  }
}

/** `formulas` in the order of the file; a grant without one is what is paid. What is returned throws ContractError. */
export function rowReader(
  conditions: readonly FactCondition[],
  formulas: readonly PackedBenefit[],
  rates: CompiledRates,
): (row: RuleRow, place: number) => MatchRow {
  const benefitOf = ([id, , , , worth, , , , support, formula]: RuleRow): Benefit | null => {
    if (formula === null) return support === '奖补' && worth ? grantBenefit(...worth) : null
    const packed = formulas[formula]
    if (!packed) throw new TypeError(`no formula ${formula}`)
    return unpackBenefit(packed, conditions, id)
  }
  return (row, place) => {
    const [id, tree, region, window, worth, excludes, rate, judged, support, formula, grants] = row
    const asContract = <Read>(read: () => Read): Read => {
      try {
        return read()
      } catch (cause) {
        throw new ContractError(`rule of ${id}`, { cause })
      }
    }
    return asContract(() => {
      const eligibility = tree === null ? null : unpackTree(tree, conditions)
      if (formula !== null && !formulas[formula]) throw new TypeError(`no formula ${formula}`)
      let compiled: CompiledBenefit | null | undefined
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
        grants,
        rule: compileRule({ eligibility, unmodelled: [], support }),
        // Of thousands most are never priced: those that nobody can have.
        get benefit() {
          compiled ??= asContract(() => {
            const benefit = benefitOf(row)
            return benefit && compileBenefit(benefit, eligibility, rates)
          })
          return compiled
        },
      }
    })
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
