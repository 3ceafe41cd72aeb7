import { expect, test } from 'vitest'
import { countFigures } from './home-figures.ts'

test('what is open, closing or without end counts as open; what is over, to come or unknown does not', () => {
  const dated = (opens: string | null, closes: string) => ({
    window: { kind: 'dated', opens, closes } as const,
  })
  const items = [
    { window: { kind: 'rolling' } as const },
    { window: { kind: 'unknown' } as const },
    dated(null, '2026-11-21'),
    dated(null, '2026-11-20'),
    dated('2026-12-01', '2027-01-01'),
    dated('2026-01-01', '2027-01-01'),
  ]
  const now = new Date('2026-11-21T01:00:00+08:00')
  expect(countFigures({ policies: [1, 2], items, news: [1, 2, 3] }, now)).toEqual({
    originals: 2,
    interpretations: 6,
    news: 3,
    open: 3,
    counted_at: '2026-11-20T17:00:00.000Z',
  })
})
