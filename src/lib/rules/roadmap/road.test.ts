import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRoad, companies } from '../../content/check/testing/check-road.ts'
import { BATCH, plan, policy, ROLLING } from '../eligibility/testing/road.ts'
import { CONDITIONS } from '../eligibility/testing/samples.ts'
import type { Tree } from '../eligibility/tree.ts'
import type { ApplicationWindow } from '../time/application-window.ts'

describe('levels', () => {
  const RELIEF: ApplicationWindow = { kind: 'in_force', opens: null, closes: '2027-12-31' }

  test('a relief ends on the day after its last one, and the money falls', () => {
    const { stages } = plan([policy(1, { fact: 'employees', op: 'gte', value: 1 }, RELIEF)], { employees: 5 })
    expect(stages).toMatchObject([
      { gained: [1], takings: { year: { min: 110_000 } } },
      { day: '2028-01-01', lost: [{ id: 1, isOver: true }], takings: { year: { min: 0 } } },
    ])
  })

  test('who grows too old loses it on that day', () => {
    const { stages } = plan([policy(1, { fact: 'age_years', op: 'lte', value: 3 })], {
      founded_on: '2024-06-10',
    })
    expect(stages[1]).toMatchObject({ day: '2027-06-11', lost: [{ id: 1, isOver: false }] })
  })

  test('what would end another one is left out of the staircase', () => {
    const policies = [
      policy(1, { fact: 'employees', op: 'lte', value: 5 }),
      policy(2, { fact: 'employees', op: 'gte', value: 8 }),
    ]
    const { stages, goals } = plan(policies, { employees: 5 })
    expect(goals).toHaveLength(1)
    expect(stages).toHaveLength(1)
  })

  test('hard steps are no level', () => {
    const road = plan([policy(1, { fact: 'revenue', op: 'gte', value: '1000万' })], { revenue: '1000000' })
    expect(road.goals).toMatchObject([{ effort: 'hard' }])
    expect(road.stages).toHaveLength(1)
  })
})
const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(...CONDITIONS),
    fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map((all) => ({ all })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map((any) => ({ any })),
    fc
      .array(tie('tree'), { minLength: 1, maxLength: 4 })
      .chain((of) => fc.integer({ min: 1, max: of.length }).map((at_least) => ({ at_least, of }))),
  ),
})).tree

test('every path is confirmed by the rules on its day: rules and companies by chance', () => {
  let paths = 0
  fc.assert(
    fc.property(fc.array(trees, { minLength: 1, maxLength: 6 }), companies, (rules, facts) => {
      const policies = rules.map((tree, place) =>
        policy([15, 2, 9, 40, 41, 42][place] ?? 0, tree, place % 2 === 0 ? BATCH : ROLLING),
      )
      paths += checkRoad(policies, facts)
    }),
    { numRuns: 1000, seed: 20 },
  )
  expect(paths).toBeGreaterThan(300)
})
