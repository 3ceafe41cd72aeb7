/** Makes thousands of rules from those of the repository: other places, other figures, the same trees. */

import type { RulePolicy, RulesFile } from '../../src/lib/contract/policies/rule-files.ts'
import type { FactCondition, RuleValue, Tree } from '../../src/lib/rules/eligibility/tree.ts'
import { grantBenefit } from '../../src/lib/rules/worth/formula.ts'

const FACTORS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 5]

/** `places` are division codes. The same arguments give the same file. */
export function manyPolicies(file: RulesFile, places: readonly string[], count: number): RulesFile {
  const models = file.policies.filter(({ eligibility }) => eligibility)
  const pick = makePick()
  const policies = Array.from({ length: count }, (_, index): RulePolicy => {
    const id = index + 1
    const model = models[index % models.length] as RulePolicy
    const benefit =
      model.benefit ?? pick([undefined, grantBenefit(0, 500_000), grantBenefit(100_000, 2_000_000)])
    const region = pick(places)
    const day = `2027-${String(pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).padStart(2, '0')}-28`
    return {
      ...model,
      id,
      region,
      window: pick([{ kind: 'rolling' }, { kind: 'dated', opens: null, closes: day }]),
      // One in twenty excludes another.
      excludes: index % 20 === 1 ? [index] : [],
      rate: null,
      isJudged: false,
      grants: null,
      eligibility: model.eligibility && renamed(vary(model.eligibility, { region, pick }), model.id, id),
      benefit: benefit && renamed(benefit, model.id, id),
    }
  })
  return { ...file, policies }
}

type Pick = <T>(choices: readonly T[]) => T

function makePick(): Pick {
  let state = 1
  return (choices) => {
    state = (state * 48_271) % 2_147_483_647
    return choices[state % choices.length] as (typeof choices)[number]
  }
}

interface Variant {
  region: string
  pick: Pick
}

function renamed<Rule>(rule: Rule, from: number, to: number): Rule {
  return JSON.parse(JSON.stringify(rule).replaceAll(`"${from}.`, `"${to}.`))
}

function vary(tree: Tree, variant: Variant): Tree {
  if ('ask' in tree) return tree
  if ('fact' in tree) return varyCondition(tree, variant)
  if ('all' in tree) return { all: tree.all.map((part) => vary(part, variant)) }
  if ('any' in tree) return { any: tree.any.map((part) => vary(part, variant)) }
  return { at_least: tree.at_least, of: tree.of.map((part) => vary(part, variant)) }
}

function varyCondition(condition: FactCondition, { region, pick }: Variant): FactCondition {
  if ('tiers' in condition) return condition
  if (condition.fact === 'region') return { ...condition, value: region }
  return { ...condition, value: varyValue(condition.value, pick(FACTORS)) }
}

/** 300万 is a figure, 110000 and C39 are codes. */
function varyValue(value: RuleValue, factor: number): RuleValue {
  if (typeof value === 'number') return Math.ceil(value * factor)
  const [, figure, unit] = typeof value === 'string' ? (/^(\d+)(万|亿)$/.exec(value) ?? []) : []
  return figure ? `${Math.ceil(Number(figure) * factor)}${unit}` : value
}
