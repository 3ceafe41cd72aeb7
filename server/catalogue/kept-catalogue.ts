/**
 * The catalogue as the server keeps it. Most of the file are trees of conditions. They stay text, which is read when
 * somebody asks for reasons; for the status, which every list asks of all of them, they are compiled once.
 */
import type { Catalogue, CatalogueItem } from '../../src/lib/contract/policies/catalogue.ts'
import { type Program, statusCompiler } from '../../src/lib/rules/eligibility/compile.ts'
import { statusWithDoubts } from '../../src/lib/rules/eligibility/doubts.ts'
import { type CompiledRule, compileRule } from '../../src/lib/rules/eligibility/evaluate.ts'
import type { CompiledRates } from '../../src/lib/rules/worth/compile.ts'
import { grantBenefit } from '../../src/lib/rules/worth/formula.ts'
import { type CompiledBenefit, compileBenefit } from '../../src/lib/rules/worth/worth.ts'

export interface KeptItem extends Omit<CatalogueItem, 'eligibility' | 'benefit'> {
  /** The whole item as JSON, where it has a formula. */
  benefit?: Buffer
  /** Missing: the conditions have not been modelled. */
  eligibility?: {
    status: Program['status']
    /** The whole item as JSON in UTF-8, as it was checked. */
    source: Buffer
  }
}

export interface KeptCatalogue extends Omit<Catalogue, 'items' | 'rates'> {
  items: readonly KeptItem[]
  rates: CompiledRates
}

/** For the items of one catalogue, of which `source` is the text. Throws TypeError for a tree that means nothing. */
export function itemKeeper(): (item: CatalogueItem, source: Buffer) => KeptItem {
  const compile = statusCompiler()
  return ({ eligibility, benefit, ...item }, source) => {
    const { support } = item
    return {
      ...item,
      ...(eligibility && {
        eligibility: { status: statusWithDoubts({ eligibility, support }, compile(eligibility)), source },
      }),
      ...(benefit && { benefit: source }),
    }
  }
}

/** Read anew each time. Null where it has no price: of the rest only a grant is worth its figure. */
export function benefitOf(
  { benefit: source, support, amount }: KeptItem,
  rates: CompiledRates,
): CompiledBenefit | null {
  if (source) {
    const { benefit, eligibility }: CatalogueItem = JSON.parse(source.toString())
    return benefit ? compileBenefit(benefit, eligibility ?? null, rates) : null
  }
  // One without a lower end (最高 50 万元) may turn out to be next to nothing.
  if (support !== '奖补' || amount?.unit !== '元') return null
  return compileBenefit(grantBenefit(amount.min ?? 0, amount.max), null, rates)
}

/** The rule with its reasons, read anew each time. */
export function ruleOf({ eligibility, unmodelled = [], support }: KeptItem): CompiledRule {
  const item: Pick<CatalogueItem, 'eligibility'> = eligibility
    ? JSON.parse(eligibility.source.toString())
    : {}
  return compileRule({ eligibility: item.eligibility ?? null, unmodelled, support })
}
