import { expect, test } from 'vitest'
import { byProvince, inForce } from './coverage.ts'
import type { Interpretation } from './schema/documents.ts'

const TODAY = '2026-11-24'
const policy = (data: Partial<Interpretation>) => ({ data: data as Interpretation })

test('ended policies and laws are not in force', () => {
  const items = (['2026-11-24', '2026-11-23'] as const).map((closes) =>
    policy({ window: { kind: '申报期', closes } as Interpretation['window'] }),
  )
  const law = policy({ window: { kind: '法律法规' } as Interpretation['window'] })
  expect(inForce([...items, law], TODAY)).toEqual(items.slice(0, 1))
})

test('a province includes its cities and districts; the nation is separate; places without policies are listed', () => {
  const [nation, provinces] = byProvince([
    policy({ id: 1, region: '000000' }),
    policy({ id: 2, region: '440106' }),
    policy({ id: 3, region: '440000' }),
    policy({ id: 4, region: '110000' }),
  ])
  expect(nation.map(({ data }) => data.id)).toEqual([1])
  const ids = (name: string) =>
    provinces.find((place) => place.name === name)?.items.map(({ data }) => data.id)
  expect([ids('广东省'), ids('北京市'), ids('西藏自治区')]).toEqual([[2, 3], [4], []])
  expect(provinces).toHaveLength(34)
})
