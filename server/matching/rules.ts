/** The rules of a catalogue, compiled once for as long as that catalogue is loaded. */
import type { Catalogue, CatalogueItem } from '../../src/lib/contract/catalogue.ts'
import { type CompiledRule, compileRule } from '../../src/lib/rules/eligibility/evaluate.ts'

export interface RuledItem {
  item: CatalogueItem
  rule: CompiledRule
}

const compiled = new WeakMap<Catalogue, readonly RuledItem[]>()

/** Every item with its rule, in the catalogue's order. @throws TypeError for a rule that means nothing */
export function rulesOf(catalogue: Catalogue): readonly RuledItem[] {
  const known = compiled.get(catalogue)
  if (known) return known
  const rules = catalogue.items.map((item) => ({
    item,
    rule: compileRule({ eligibility: item.eligibility ?? null, unmodelled: item.unmodelled ?? [] }),
  }))
  compiled.set(catalogue, rules)
  return rules
}
