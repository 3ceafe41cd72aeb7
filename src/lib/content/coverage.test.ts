import { expect, test } from 'vitest'
import type { Tree } from '../rules/eligibility/tree.ts'
import { byProvince, byTheme, inForce } from './coverage.ts'
import type { Interpretation } from './schema/documents.ts'

const TODAY = '2026-11-24'
const policy = (data: Partial<Interpretation>) => ({
  data: { themes: [], ...data } as unknown as Interpretation,
})
const FOR_COMPANIES: Tree = { fact: 'kind', op: 'eq', value: 'company', clause: { article: '第一条' } }

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

test('a theme counts by place, and by the kinds that are not excluded', () => {
  const rows = byTheme(
    [
      policy({ region: '000000', themes: ['税费减免'], eligibility: FOR_COMPANIES }),
      policy({ region: '440000', themes: ['税费减免', '创业扶持'] }),
    ],
    TODAY,
  )
  const row = (theme: string) => rows.find((each) => each.theme === theme)
  expect(row('税费减免')).toMatchObject({ all: 2, local: 1, byKind: { company: 2, individual: 1 } })
  expect(row('创业扶持')).toMatchObject({ all: 1, local: 1, byKind: { company: 1, individual: 1 } })
  expect(row('市场开拓')).toMatchObject({ all: 0, local: 0, byKind: { company: 0 } })
})
