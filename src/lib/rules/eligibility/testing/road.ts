/** Test data for roads: policies in a row, valued by their number. */

import type { RoadPolicy } from '../../roadmap/future.ts'
import type { Money, Prices } from '../../roadmap/prices.ts'
import { planRoad, type Road } from '../../roadmap/road.ts'
import type { ApplicationWindow } from '../../time/application-window.ts'
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

export const nothing = { min: 0, max: 0 }
export const everyYear = (yearOf: (met: readonly number[]) => Money): Prices => ({
  takings: (met) => ({ year: yearOf(met), once: nothing, loose: [], unfilled: [] }),
  filled: (facts) => facts,
})
export const sumsOf = (worthOf: (id: number) => number) =>
  everyYear((met) => {
    const sum = met.reduce((all, id) => all + worthOf(id), 0)
    return { min: sum, max: sum }
  })
/** 10 万元 a year for each policy, 1 万元 more for a higher number. */
const byCount = sumsOf((id) => 100_000 + id * 10_000)

export function policy(
  id: number,
  eligibility: Tree | null,
  window: ApplicationWindow = ROLLING,
  grants: Certificate | null = GRANTED_BY[id] ?? null,
): RoadPolicy {
  return { id, window, grants, rule: compileRule({ eligibility, unmodelled: [] }) }
}

export function plan(policies: readonly RoadPolicy[], facts: Facts, now = NOW, prices = byCount): Road {
  const planning = planRoad(policies, facts, now, prices)
  for (;;) {
    const { done, value } = planning.next()
    if (done) return value
  }
}
