import { expect, test } from 'vitest'
import { countFigures } from './home-figures.ts'

test('open and in-force policies are counted separately; ended, future and unknown ones and laws are not counted', () => {
  const dated = (opens: string | null, closes: string) => ({
    window: { kind: 'dated', opens, closes } as const,
  })
  const items = [
    { window: { kind: 'rolling' } as const },
    { window: { kind: 'unknown' } as const },
    { window: { kind: 'law' } as const },
    { window: { kind: 'batches' as const, months: null } },
    { window: { kind: 'in_force', opens: null, closes: '2026-11-21' } as const },
    { window: { kind: 'in_force', opens: null, closes: '2026-11-20' } as const },
    dated(null, '2026-11-21'),
    dated(null, '2026-11-20'),
    dated('2026-12-01', '2027-01-01'),
    dated('2026-01-01', '2027-01-01'),
  ]
  const now = new Date('2026-11-21T01:00:00+08:00')
  expect(countFigures({ policies: [1, 2], items, news: [1, 2, 3] }, now)).toEqual({
    originals: 2,
    interpretations: 10,
    news: 3,
    in_force: 1,
    open: 3,
    counted_at: '2026-11-20T17:00:00.000Z',
  })
})
