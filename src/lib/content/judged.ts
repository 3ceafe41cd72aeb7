/** The worth of policies for the companies judged by hand: the lists' order by amount. */

import { SHOWN_DIR } from 'astro:env/server'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ONE } from '../rules/eligibility/decimal.ts'
import { NATION } from '../rules/regions.ts'
import { canBeHad } from '../rules/time/window-use.ts'
import { readGoldenFiles, readJudgedCompanies } from './check/golden-files.ts'
import { type InterpretationEntry, interpretations, once, today } from './entries.ts'
import { windowOf } from './schema/documents.ts'

export const judgedCompanies = once(async () => {
  const path = join(SHOWN_DIR, 'companies.golden.yaml')
  return existsSync(path) ? readJudgedCompanies(path) : []
})

/** Returns the policies for a visitor without answers: available ones, national ones, by amount, then newest. */
export const interpretationsBySum = once(async (): Promise<InterpretationEntry[]> => {
  const sums = await highestSums()
  const isOver = ({ data }: InterpretationEntry) => Number(!canBeHad(windowOf(data.window), today()))
  const isLocal = ({ data }: InterpretationEntry) => Number(data.region !== NATION)
  const sumOf = ({ data: { id, amount, support } }: InterpretationEntry) =>
    // A loan must be repaid.
    Math.max(sums.get(id) ?? 0, amount?.unit === '元' && support !== '贷款' ? amount.max : 0)
  return (await interpretations()).toSorted(
    (a, b) => isOver(a) - isOver(b) || isLocal(a) - isLocal(b) || sumOf(b) - sumOf(a),
  )
})

/** By page id, a company with its calculation by hand. */
export const workedExamples = once(async (): Promise<Map<number, { name: string; worked: string }>> => {
  const folder = resolve(join(SHOWN_DIR, 'interpretations'))
  const ids = new Map((await interpretations()).map(({ id, data }) => [id, data.id]))
  const files = await readGoldenFiles(SHOWN_DIR, [])
  return new Map(
    files.flatMap(({ interpretation, companies }) => {
      const id = ids.get(relative(folder, resolve(interpretation)))
      const company = companies.find(({ status, worked }) => status === 'met' && worked)
      return id && company?.worked ? [[id, { name: company.name, worked: company.worked }]] : []
    }),
  )
})

/** Returns the highest amount of each policy for one of them, in 元, by page id. */
async function highestSums(): Promise<Map<number, number>> {
  const highest = new Map<number, number>()
  for (const { reckoned } of await judgedCompanies()) {
    for (const [id, { min, max }] of reckoned?.worths ?? []) {
      highest.set(id, Math.max(highest.get(id) ?? 0, Number(max ?? min) / Number(ONE)))
    }
  }
  return highest
}
