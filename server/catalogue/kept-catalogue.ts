/** The catalogue with rules and formulas compiled once for each build. */
import type { Catalogue, CatalogueItem } from '../../src/lib/contract/policies/catalogue.ts'
import { type CompiledRule, compileRule } from '../../src/lib/rules/eligibility/evaluate.ts'
import { compileRates } from '../../src/lib/rules/worth/compile.ts'
import { benefitOf } from '../../src/lib/rules/worth/formula.ts'
import { type CompiledBenefit, compileBenefit } from '../../src/lib/rules/worth/worth.ts'

export interface KeptItem extends Omit<CatalogueItem, 'eligibility' | 'benefit'> {
  rule: CompiledRule
  benefit: CompiledBenefit | null
}

export interface KeptCatalogue extends Omit<Catalogue, 'items' | 'rates'> {
  items: readonly KeptItem[]
}

export function compileCatalogue({ items, rates: table, ...catalogue }: Catalogue): KeptCatalogue {
  const rates = compileRates(table)
  return {
    ...catalogue,
    items: items.map(({ eligibility = null, ...item }) => {
      const benefit = benefitOf(item)
      return {
        ...item,
        rule: compileRule({ eligibility, unmodelled: item.unmodelled ?? [], support: item.support }),
        benefit: benefit ? compileBenefit(benefit, eligibility, rates) : null,
      }
    }),
  }
}
