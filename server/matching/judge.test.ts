import { expect, test } from 'vitest'
import { openPortalForEach, portal } from '../testing/for-each.ts'
import { keepCatalogue } from '../testing/kept-catalogue.ts'
import { grant, RULED } from '../testing/rules.ts'
import { companiesMatching } from './judge.ts'

openPortalForEach()

const matching = (policyId: number, catalogue = RULED) =>
  companiesMatching(portal.db, keepCatalogue(catalogue), policyId, portal.clock.ms)

async function addCompanies(count: number): Promise<number[]> {
  const names = Array.from({ length: count }, (_, index) => ({ name: `企业${index}`, created_at: 0 }))
  const rows = await portal.db.insertInto('companies').values(names).returning('id').execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

async function answer(companyId: number, fact: string, value: unknown) {
  const row = { company_id: companyId, fact, value: JSON.stringify(value), updated_at: 0 }
  await portal.db.insertInto('answers').values(row).execute()
}

test('only companies that are surely 符合, not those that are 待确认', async () => {
  const [small = 0, large = 0, unsure = 0, silent = 0] = await addCompanies(4)
  await answer(small, 'employees', 300)
  await answer(large, 'employees', 301)
  await answer(unsure, 'employees', null)
  expect(silent).toBeGreaterThan(unsure)
  expect(await matching(11)).toEqual([small])
})

test('one of several items of the policy is enough', async () => {
  const [exporter = 0] = await addCompanies(1)
  await answer(exporter, 'exporter', true)
  const [first, ...others] = RULED.items
  const items = [{ ...grant(30, { fact: 'exporter', op: 'eq', value: true }), policy: 11 }, ...others]
  expect(await matching(11, { ...RULED, items: first ? [first, ...items] : items })).toEqual([exporter])
})

test('a policy without a rule matches nobody, and so does one that is nowhere', async () => {
  const [small = 0] = await addCompanies(1)
  await answer(small, 'employees', 1)
  expect([await matching(14), await matching(999)]).toEqual([[], []])
})

test('more companies than are read at once', async () => {
  const companies = await addCompanies(1001)
  for (const id of companies) {
    await answer(id, 'employees', id % 2 === 0 ? 1 : 999)
    await answer(id, 'exporter', false)
  }
  expect(await matching(11)).toEqual(companies.filter((id) => id % 2 === 0))
})
