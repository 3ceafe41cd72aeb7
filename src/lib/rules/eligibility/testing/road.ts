/** Test data for roads: policies in a row, valued by their number. */

import { planRoad, type Road, type RoadPolicy } from '../../roadmap/road.ts'
import type { ApplicationWindow } from '../../time/application-window.ts'
import { compileRates } from '../../worth/compile.ts'
import { grantBenefit, NO_RATES } from '../../worth/formula.ts'
import { compileBenefit } from '../../worth/worth.ts'
import { compileRule } from '../evaluate.ts'
import type { Facts } from '../facts.ts'
import type { Certificate } from '../options.ts'
import type { Tree } from '../tree.ts'

export const NOW = '2026-11-23'
export const ROLLING: ApplicationWindow = { kind: 'rolling' }
export const BATCH: ApplicationWindow = { kind: 'batches', months: [7, 9] }

/** As in the real policies. */
export const GRANTED_BY: Partial<Record<number, Certificate>> = {
  2: 'high_tech',
  9: 'specialised',
  15: 'tech_sme',
  59: 'single_champion',
  64: 'innovative_sme',
  66: 'little_giant',
  109: 'advanced_service',
}

const RATES = compileRates(NO_RATES)

/** Paid once, by law. */
export function worth(min: number, max: number = min): Pick<RoadPolicy, 'benefit'> {
  return { benefit: compileBenefit({ ...grantBenefit(min, max), money: 'law' }, null, RATES) }
}

/** 10 万元 for each policy, 1 万元 more for a higher number. */
export function policy(
  id: number,
  eligibility: Tree | null,
  window: ApplicationWindow = ROLLING,
  more: Partial<RoadPolicy> = {},
): RoadPolicy {
  const rule = compileRule({ eligibility, unmodelled: [] })
  const grants = GRANTED_BY[id] ?? null
  return { id, window, grants, rule, rate: null, excludes: [], ...worth(100_000 + id * 10_000), ...more }
}

export function plan(policies: readonly RoadPolicy[], facts: Facts, now = NOW): Road {
  const planning = planRoad(policies, facts, now)
  for (;;) {
    const { done, value } = planning.next()
    if (done) return value
  }
}
