/**
 * Elements of a policy's rules that can be removed or moved by a minimal step without any golden company noticing.
 */
import { readCompany } from '../../rules/eligibility/company.ts'
import { compileTree } from '../../rules/eligibility/compile.ts'
import { compareQuantities, ONE } from '../../rules/eligibility/decimal.ts'
import type { Tree } from '../../rules/eligibility/tree.ts'
import { type Weakening, weakenings } from '../../rules/eligibility/weakenings.ts'
import { weakerFormulas } from '../../rules/worth/weaker-formulas.ts'
import { type CompiledBenefit, compileBenefit, type Worth, worthOf } from '../../rules/worth/worth.ts'
import { GOLDEN_DAY, type GoldenCompany, type GoldenWorth } from './golden-company.ts'

export function unguardedInTree(tree: Tree, companies: readonly GoldenCompany[]): Weakening[] {
  const known = companies.map(({ facts, status }) => ({ company: readCompany(facts, GOLDEN_DAY), status }))
  return weakenings(tree).filter(({ tree: weaker }) => {
    const program = weaker && compileTree(weaker)
    return known.every(({ company, status }) => (program ? program.status(company) : 'unknown') === status)
  })
}

/** Paths from the benefit. */
export function unguardedInBenefit(
  { benefit, tree, rates }: CompiledBenefit,
  companies: readonly GoldenCompany[],
): (string | number)[][] {
  const known = companies.flatMap(({ facts, worth }) =>
    worth ? [{ company: readCompany(facts, GOLDEN_DAY), worth }] : [],
  )
  return benefit.steps.flatMap(({ is }, place) =>
    weakerFormulas(is).flatMap(({ path, formula }) => {
      const steps = benefit.steps.map((step, at) => (at === place ? { ...step, is: formula } : step))
      const compiled = compileBenefit({ ...benefit, steps }, tree, rates)
      const isUnnoticed = known.every(({ company, worth }) => isWorth(worthOf(compiled, company), worth))
      return isUnnoticed ? [['steps', place, 'is', ...path]] : []
    }),
  )
}

export function isWorth(worth: Worth, { min, max, per }: GoldenWorth): boolean {
  const same = (amount: bigint, found: Worth['min']) => compareQuantities({ n: amount, d: ONE }, found) === 0
  const isMax = max === null || worth.max === null ? max === null && worth.max === null : same(max, worth.max)
  return worth.per === per && same(min, worth.min) && isMax
}
