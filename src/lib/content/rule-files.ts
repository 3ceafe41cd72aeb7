/** What 一键匹配 loads: the rules of every interpretation, and apart from them the words that are shown. */
import { createHash } from 'node:crypto'
import {
  type BuiltRules,
  type PolicyWords,
  type RuleRow,
  WORDS_PER_FILE,
} from '../contract/policies/rule-files.ts'
import { makePacker, wordsOf, wordsOfAsk } from '../rules/eligibility/pack.ts'
import { asksOf, type Clause, isGroup, type Tree } from '../rules/eligibility/tree.ts'
import { nameOf } from '../rules/text/titles.ts'
import { writeWindow } from '../rules/time/window-use.ts'
import { type Benefit, makeFormulaTable, packBenefit, wordsOfBenefit } from '../rules/worth/formula.ts'
import { type InterpretationEntry, interpretations, now, once, originals } from './entries.ts'
import { rateOf, rivalsOf } from './exclusions.ts'
import { asksOfPage } from './rates.ts'
import { regionName } from './regions.ts'
import { exclusions, rates, rivalsOfPage } from './relations.ts'
import type { Interpretation } from './schema/documents.ts'
import { windowOf } from './schema/documents.ts'
import { clauseAddress } from './text/clause-address.ts'

/** The file of verdicts; see the contract for its rows. */
export async function builtRules(): Promise<BuiltRules> {
  const { conditions, pack } = makePacker()
  const { formulas, place } = makeFormulaTable()
  const [excluding, shared] = await Promise.all([exclusions(), rates()])
  const all = await interpretations()
  const usual = all
    .flatMap(({ data }) => (data.eligibility ? asksOf(data.eligibility) : []))
    .flatMap((ask) => (ask.usual ? [ask.key] : []))
  const rows = all.map(({ data }): RuleRow => {
    const row: RuleRow = [
      data.id,
      data.eligibility ? pack(data.eligibility) : null,
      data.region,
      writeWindow(windowOf(data.window)),
      worthOf(data),
      rivalsOf(excluding, data.id).map(({ id }) => id),
      rateOf(excluding, data.id) ?? null,
      data.unmodelled.length > 0 ? 1 : 0,
      data.support ?? null,
      data.benefit ? place(packBenefit(data.benefit, pack, data.id)) : null,
      data.grants ?? null,
    ]
    return row
  })
  const ruling = (await originals()).flatMap(({ data }) =>
    data.certificates.map((certificate) => [certificate, data.id] as const),
  )
  const about = { usual, rates: shared, originals: Object.fromEntries(ruling) }
  const version = createHash('sha256')
    .update(JSON.stringify([conditions, formulas, rows, about]))
    .digest('hex')
    .slice(0, 8)
  return { built_at: now().toISOString(), version, ...about, conditions, formulas, rows }
}

/**
 * What a policy is worth, the least and the most in 元: of a grant what is paid, of a loan what is lent. What a tax rate is
 * worth depends on more. A grant without a lower end (最高 50 万元) may turn out to be next to nothing.
 */
function worthOf({ support, amount }: Interpretation): RuleRow[4] {
  const isSum = support === '奖补' || support === '贷款'
  return isSum && amount?.unit === '元' ? [amount.min ?? 0, amount.max] : null
}

/** The words of all policies in files of WORDS_PER_FILE, in the order of the rules; one empty file for none. */
export const builtWords = once(async (): Promise<PolicyWords[][]> => {
  const words = await Promise.all((await interpretations()).map(({ data }) => toWords(data)))
  const files = Math.max(1, Math.ceil(words.length / WORDS_PER_FILE))
  return Array.from({ length: files }, (_, file) =>
    words.slice(file * WORDS_PER_FILE, (file + 1) * WORDS_PER_FILE),
  )
})

async function toWords(data: Interpretation): Promise<PolicyWords> {
  const { id, policy, department, support, amount, headline, unmodelled } = data
  const clauses = data.eligibility ? wordsOf(data.eligibility).clauses : []
  const asks = asksOfPage(data).map(wordsOfAsk)
  return {
    id,
    ...(policy !== undefined && { policy }),
    title: nameOf(data),
    region_name: regionName(data.region),
    ...(department && { department }),
    ...(support && { support }),
    ...(amount && { amount }),
    ...(headline && { headline }),
    unmodelled,
    rivals: await rivalsOfPage(data.id),
    clauses: await Promise.all(clauses.map((clause) => withAddress(clause, data))),
    ...(asks.length > 0 && { asks }),
    ...(data.benefit && { benefit: await benefitWords(data.benefit, data) }),
    ...(data.unpriced && { unpriced: data.unpriced }),
  }
}

async function benefitWords(
  benefit: Benefit,
  data: Interpretation,
): Promise<PolicyWords['benefit'] & object> {
  const { steps, own, assumes, trees } = wordsOfBenefit(benefit)
  const linked = (clauses: readonly (Clause | null)[]) =>
    Promise.all(clauses.map((clause) => withAddress(clause, data)))
  const clauses = await linked(steps.map(({ clause }) => clause ?? null))
  return {
    steps: steps.map(({ name }, place) => ({ name, ...(clauses[place] && { clause: clauses[place] }) })),
    ...(own && { own: own.map(({ label, help }) => ({ label, ...(help && { help }) })) }),
    ...(assumes && { assumes: [...assumes] }),
    ...(trees && {
      trees: await Promise.all(
        trees.map(async ({ clauses: each, asks }) => ({ clauses: await linked(each), asks })),
      ),
    }),
  }
}

/** The tree of one policy with the addresses of its clauses, for the check on its own page. */
export async function linkedTree({ data }: InterpretationEntry): Promise<Tree | null> {
  if (!data.eligibility) return null
  const link = async (tree: Tree): Promise<Tree> => {
    const clause = await withAddress(tree.clause ?? null, data)
    const own = clause ? { clause } : {}
    if ('ask' in tree) return { ...wordsOfAsk(tree), ...own }
    if (!isGroup(tree)) return { ...tree, ...own }
    if ('all' in tree) return { all: await Promise.all(tree.all.map(link)), ...own }
    return 'any' in tree
      ? { any: await Promise.all(tree.any.map(link)), ...own }
      : { at_least: tree.at_least, of: await Promise.all(tree.of.map(link)), ...own }
  }
  return link(data.eligibility)
}

/** The clause with its address; one whose policy has no original stays without. */
async function withAddress(clause: Clause | null, { policy }: Interpretation): Promise<Clause | null> {
  if (!clause || clause.href || policy === undefined) return clause
  return { ...clause, href: await clauseAddress(clause.article, policy) }
}
