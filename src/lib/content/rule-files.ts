import { hash } from 'node:crypto'
import { type PolicyWords, type RulesFile, WORDS_PER_FILE } from '../contract/policies/rule-files.ts'
import { asksOf, type Clause, type Tree } from '../rules/eligibility/tree.ts'
import { nameOf } from '../rules/text/titles.ts'
import { type InterpretationEntry, interpretations, now, once } from './entries.ts'
import { asksOfPage } from './rates.ts'
import { regionName } from './regions.ts'
import { exclusions, rates, rivalsOfPage } from './relations.ts'
import { rulePolicy } from './rule-policy.ts'
import type { Interpretation } from './schema/documents.ts'
import { clauseAddress } from './text/clause-address.ts'

export async function builtRules(): Promise<RulesFile> {
  const excluding = await exclusions()
  const all = (await interpretations()).map(({ data }) => data)
  const asks = all.flatMap(({ eligibility }) => (eligibility ? asksOf(eligibility) : []))
  const rules = {
    usual: asks.flatMap(({ usual, key }) => (usual ? [key] : [])),
    rates: await rates(),
    policies: all.map((data) => rulePolicy(data, excluding)),
  }
  const version = hash('sha256', JSON.stringify(rules)).slice(0, 8)
  return { built_at: now().toISOString(), version, ...rules }
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
  const { id, policy, department, support, amount, headline, unmodelled, eligibility, benefit } = data
  const asks = asksOfPage(data).map(({ ask, key, help }) => ({ ask, key, ...(help && { help }) }))
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
    ...(eligibility && { eligibility: await linkClauses(eligibility, policy) }),
    ...(benefit && { benefit: await linkClauses(benefit, policy) }),
    ...(asks.length > 0 && { asks }),
    ...(data.unpriced && { unpriced: data.unpriced }),
  }
}

export async function linkedTree({ data }: InterpretationEntry): Promise<Tree | null> {
  return linkClauses(data.eligibility ?? null, data.policy)
}

/** Adds the addresses of clauses to a tree or formula; unchanged without an original. */
async function linkClauses<Part>(part: Part, original: number | undefined): Promise<Part> {
  if (original === undefined || typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) {
    return Promise.all(part.map((each) => linkClauses(each, original))) as Promise<Part>
  }
  const linked = Object.entries(part).map(async ([key, value]) => [
    key,
    key === 'clause' ? await withAddress(value, original) : await linkClauses(value, original),
  ])
  return Object.fromEntries(await Promise.all(linked))
}

async function withAddress(clause: Clause, original: number): Promise<Clause> {
  return clause.href ? clause : { ...clause, href: await clauseAddress(clause.article, original) }
}
