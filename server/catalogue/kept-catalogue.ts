/**
 * The catalogue as the server keeps it. Most of the file are trees of conditions. They stay text, which is read when
 * somebody asks for reasons; for the status, which every list asks of all of them, they are compiled once.
 */
import type { Catalogue, CatalogueItem } from '../../src/lib/contract/policies/catalogue.ts'
import { type Program, statusCompiler } from '../../src/lib/rules/eligibility/compile.ts'
import { type CompiledRule, compileRule } from '../../src/lib/rules/eligibility/evaluate.ts'

export interface KeptItem extends Omit<CatalogueItem, 'eligibility'> {
  /** Missing: the conditions have not been modelled. */
  eligibility?: {
    status: Program['status']
    /** The whole item as JSON in UTF-8, as it was checked. */
    source: Buffer
  }
}

export interface KeptCatalogue extends Omit<Catalogue, 'items'> {
  items: readonly KeptItem[]
}

/** For the items of one catalogue, of which `source` is the text. Throws TypeError for a tree that means nothing. */
export function itemKeeper(): (item: CatalogueItem, source: Buffer) => KeptItem {
  const compile = statusCompiler()
  return ({ eligibility, ...item }, source) =>
    eligibility ? { ...item, eligibility: { status: compile(eligibility), source } } : item
}

/** The rule with its reasons, read anew each time. */
export function ruleOf({ eligibility, unmodelled = [] }: KeptItem): CompiledRule {
  const item: Pick<CatalogueItem, 'eligibility'> = eligibility
    ? JSON.parse(eligibility.source.toString())
    : {}
  return compileRule({ eligibility: item.eligibility ?? null, unmodelled })
}
