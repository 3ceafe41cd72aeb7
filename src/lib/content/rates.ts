import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { asksOf } from '../rules/eligibility/tree.ts'
import type { BenefitProblem } from '../rules/worth/compile.ts'
import { conditionsOf, NO_RATES, type Rates } from '../rules/worth/formula.ts'
import { benefitValidator, promiseProblems, validateRates } from '../rules/worth/validate-benefit.ts'
import { type ContentEntry, schemaProblems } from './load/markdown-file.ts'
import { type Problem, parseYamlFields, type YamlFields } from './load/yaml-fields.ts'
import type { Interpretation } from './schema/documents.ts'
import { ratesField } from './schema/eligibility.ts'

export async function readRates(contentDir: string): Promise<{ rates: Rates; problems: Problem[] }> {
  const path = join(contentDir, 'rates.yaml')
  if (!existsSync(path)) return { rates: NO_RATES, problems: [] }
  const file = relative(process.cwd(), path)
  const parsed = parseYamlFields(file, await readFile(path, 'utf8'))
  if (parsed.problems.length > 0) return { rates: NO_RATES, problems: parsed.problems }
  const result = ratesField.safeParse(parsed.data ?? {})
  if (!result.success) return { rates: NO_RATES, problems: schemaProblems(file, parsed, result.error) }
  const problems = validateRates(result.data).map((problem) => toProblem(file, parsed, [], problem))
  return { rates: problems.length > 0 ? NO_RATES : result.data, problems }
}

export function benefitProblems(entries: readonly ContentEntry<Interpretation>[], rates: Rates): Problem[] {
  const problemsOf = benefitValidator(rates)
  return entries.flatMap((entry) => {
    const { benefit, eligibility, support, title, gain = '', unmodelled } = entry.data
    if (!benefit) return []
    const isPayment = support === '奖补' || support === '贷款'
    const problems = [
      ...problemsOf(benefit, eligibility ?? null),
      ...promiseProblems(benefit, { isPayment, texts: [title, gain], unmodelled }),
    ]
    return problems.map((problem) => toProblem(entry.file, entry, ['benefit'], problem))
  })
}

function toProblem(
  file: string,
  { lineOf }: Pick<YamlFields, 'lineOf'>,
  root: readonly string[],
  { path, expected, found }: BenefitProblem,
): Problem {
  const field = [...root, ...path]
  return { file, line: lineOf(field), field: field.map(String).join('.') || '文件', expected, found }
}

export function asksOfPage({ eligibility, benefit }: Interpretation) {
  const trees = [eligibility ?? { all: [] }, ...(benefit?.steps.flatMap(({ is }) => conditionsOf(is)) ?? [])]
  const asks = trees.flatMap(asksOf)
  return asks.filter(({ key }, place) => asks.findIndex((other) => other.key === key) === place)
}
