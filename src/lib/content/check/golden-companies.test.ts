/**
 * Companies of which the verdict is known, for every interpretation whose conditions are modelled. They are complete
 * when no part of a tree could go without one of their verdicts changing.
 */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { evaluate } from '../../rules/eligibility/evaluate.ts'
import { decidingWords } from '../../rules/eligibility/shortfalls.ts'
import { weakenings } from '../../rules/eligibility/testing/weakenings.ts'
import type { Tree } from '../../rules/eligibility/tree.ts'
import type { Status } from '../../rules/eligibility/verdict.ts'
import { GOLDEN_DAY, type GoldenCompany, readGoldenFiles, readJudgedCompanies } from './golden-files.ts'
import { readCollection } from './library.ts'

const CONTENT = fileURLToPath(new URL('../../../content', import.meta.url))

const { entries } = await readCollection(CONTENT, 'interpretations')
const goldenFiles = await readGoldenFiles(CONTENT, entries)

const statusOf = (eligibility: Tree | null, { facts }: GoldenCompany) =>
  evaluate({ eligibility, unmodelled: [] }, facts, GOLDEN_DAY).status

test('a golden file stands beside an interpretation with a tree', () => {
  const modelled = entries.filter(({ data }) => data.eligibility).map(({ file }) => file)
  expect(modelled).toEqual(expect.arrayContaining(goldenFiles.map(({ interpretation }) => interpretation)))
})

for (const { file, data } of entries) {
  const { eligibility } = data
  if (!eligibility) continue
  const golden = goldenFiles.find(({ interpretation }) => interpretation === file)
  const { companies = [], wrong = [] } = golden ?? {}

  describe(`${data.id} ${data.title}`, () => {
    test('has companies that meet it, that do not, and that leave it open', () => {
      expect(new Set(companies.map(({ status }) => status))).toEqual(new Set(['met', 'unmet', 'unknown']))
    })

    for (const company of companies) {
      test(company.name, () => {
        expect(statusOf(eligibility, company)).toBe(company.status)
      })
    }

    test('has companies that people would judge wrongly, one at least that they would think eligible', () => {
      expect(wrong.length).toBeGreaterThanOrEqual(2)
      expect(wrong.map(({ thought }) => thought)).toContain('met')
    })

    for (const { name, facts, status, decides } of wrong) {
      test(`wrongly judged: ${name}`, () => {
        const verdict = evaluate({ eligibility, unmodelled: [] }, facts, GOLDEN_DAY)
        expect(verdict.status).toBe(status)
        if (decides !== undefined) expect(decidingWords(verdict).join('\n')).toContain(decides)
      })
    }

    test('some company notices whatever is taken out of the tree', () => {
      const unnoticed = weakenings(eligibility).filter(({ tree }) =>
        companies.every((company) => statusOf(tree, company) === company.status),
      )
      expect(unnoticed.map(({ gone }) => gone)).toEqual([])
    })
  })
}

for (const { name, facts, met, unknown } of await readJudgedCompanies(`${CONTENT}/companies.golden.yaml`)) {
  test(`judged by hand against every policy: ${name}`, () => {
    const withStatus = (wanted: Status) =>
      entries
        .map(({ data }) => data)
        .filter(
          (data) =>
            evaluate({ eligibility: data.eligibility ?? null, unmodelled: [] }, facts, GOLDEN_DAY).status ===
            wanted,
        )
        .map(({ id }) => id)
        .sort((a, b) => a - b)
    expect({ met: withStatus('met'), unknown: withStatus('unknown') }).toEqual({ met, unknown })
  })
}
