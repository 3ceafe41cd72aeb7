import { expect, test } from 'vitest'
import type { ApplicationWindow } from './application-window.ts'
import { filterStates } from './filter-states.ts'

const dated = (closes: string): ApplicationWindow => ({ kind: 'dated', opens: null, closes })

test.each<[ApplicationWindow, string[]]>([
  [dated('2027-11-22'), ['open']],
  [dated('2026-11-22'), ['open', 'closing']],
  [dated('2026-11-21'), ['closed']],
  [{ kind: 'rolling' }, ['rolling']],
  [{ kind: 'unknown' }, ['unknown']],
])('on 2026-11-22 %j is found by %j', (window, states) => {
  expect(filterStates(window, '2026-11-22')).toEqual(states)
})
