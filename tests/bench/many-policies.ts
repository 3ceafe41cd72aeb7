/** Thousands of rules made from those of the repository: other places, other figures, the same trees. */

import type { BuiltRules, RuleRow } from '../../src/lib/contract/policies/rule-files.ts'
import { makePacker, unpackTree } from '../../src/lib/rules/eligibility/pack.ts'
import type { FactCondition, RuleValue, Tree } from '../../src/lib/rules/eligibility/tree.ts'
import {
  makeFormulaTable,
  type PackedBenefit,
  packBenefit,
  unpackBenefit,
} from '../../src/lib/rules/worth/formula.ts'

const FACTORS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 5]

/**
 * `places` are division codes. The same arguments give the same file. `formulas`: those of the repository again and again,
 * or one for each policy, with amounts and shares of its own.
 */
export function manyPolicies(
  file: BuiltRules,
  places: readonly string[],
  count: number,
  formulas: 'shared' | 'own' = 'shared',
): BuiltRules {
  const models = file.rows.filter(([, tree]) => tree !== null)
  const pick = makePick()
  const { conditions, pack } = makePacker()
  const table = makeFormulaTable()
  const rows = Array.from({ length: count }, (_, index): RuleRow => {
    const id = index + 1
    const [, tree, , , worth, , , , , formula] = models[index % models.length] as RuleRow
    const packed = formula === null ? undefined : file.formulas[formula]
    // Its own questions are its own: what the table says of NOBODY is said of this policy.
    const model = packed && formulas === 'own' ? varyAmounts(packed, index) : packed
    const benefit = model && unpackBenefit(model, file.conditions, id)
    const region = pick(places)
    const day = `2027-${String(pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).padStart(2, '0')}-28`
    const eligibility = tree === null ? null : vary(unpackTree(tree, file.conditions), { id, region, pick })
    const support = worth ?? pick<RuleRow[4]>([null, [0, 500_000], [100_000, 2_000_000]])
    // One in twenty excludes another.
    const excludes = index % 20 === 1 ? [index] : []
    return [
      id,
      eligibility && pack(eligibility),
      region,
      pick(['rolling', `dated//${day}`]),
      support,
      excludes,
      null,
      0,
      support && '奖补',
      benefit ? table.place(packBenefit(benefit, pack, id)) : null,
      null,
    ]
  })
  return { ...file, conditions, formulas: table.formulas, rows }
}

type Pick = <T>(choices: readonly T[]) => T

/** Numbers that look random and are the same in every run. */
function makePick(): Pick {
  let state = 1
  return (choices) => {
    state = (state * 48_271) % 2_147_483_647
    return choices[state % choices.length] as (typeof choices)[number]
  }
}

interface Variant {
  id: number
  region: string
  pick: Pick
}

/** Every amount and share a little larger than in the model, and a factor in the end: no two policies say the same. */
function varyAmounts({ steps, ...benefit }: PackedBenefit, index: number): PackedBenefit {
  const places = String(index).padStart(4, '0')
  const text = JSON.stringify(steps).replace(/"\d+(?=万|亿|%|元)/g, (whole) => `${whole}.${places}`)
  const varied: PackedBenefit['steps'] = JSON.parse(text)
  const last = varied.map((is, place) => (place < steps.length - 1 ? is : { times: [is, `99.${places}%`] }))
  return { ...benefit, steps: last }
}

function vary(tree: Tree, variant: Variant): Tree {
  if ('ask' in tree) return { ...tree, key: `${variant.id}.${tree.key.split('.')[1]}` }
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
