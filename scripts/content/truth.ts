/**
 * `npm run content:truth [-- ID | FILE]`: prints policy × company with the deciding conditions, for a person to review. The
 * companies are those of the golden files; with the ID or the file of an interpretation, its own, and its verdicts for
 * companies that were judged against every policy; with FILE, those of that file (as `companies.golden.yaml`) against every
 * policy. Without an ID the sum of each judged company follows, line by line, for checking by hand.
 */
import { join, normalize } from 'node:path'
import { type CompiledPage, compilePages } from '../../src/lib/content/check/combination-of.ts'
import { GOLDEN_DAY, type GoldenCompany } from '../../src/lib/content/check/golden-company.ts'
import {
  type JudgedCompany,
  readGoldenFiles,
  readJudgedCompanies,
} from '../../src/lib/content/check/golden-files.ts'
import { readCollection } from '../../src/lib/content/check/library.ts'
import { sumLines } from '../../src/lib/content/check/sum-lines.ts'
import { readExclusions } from '../../src/lib/content/exclusions.ts'
import { readRates } from '../../src/lib/content/rates.ts'
import { windowOf } from '../../src/lib/content/schema/documents.ts'
import { readCompany } from '../../src/lib/rules/eligibility/company.ts'
import { evaluate } from '../../src/lib/rules/eligibility/evaluate.ts'
import { decidingWords } from '../../src/lib/rules/eligibility/shortfalls.ts'
import type { PolicyRule } from '../../src/lib/rules/eligibility/tree.ts'
import { STATUS_WORDS, type Status } from '../../src/lib/rules/eligibility/verdict.ts'
import { canBeHad } from '../../src/lib/rules/time/window-use.ts'
import { compileRates } from '../../src/lib/rules/worth/compile.ts'

const contentDir = process.env['CONTENT_DIR'] ?? 'src/content'
const judgedFile = join(contentDir, 'companies.golden.yaml')
const [asked = ''] = process.argv.slice(2)
const { entries } = await readCollection(contentDir, 'interpretations')
const golden = await readGoldenFiles(contentDir, entries)
const one = entries.find(({ file, data }) => data.id === Number(asked) || isBeside(file))
const given = asked === '' || one ? undefined : await readOrStop(asked)
const shown = one ? [one] : entries.toSorted((a, b) => a.data.id - b.data.id)

for (const { file, data } of shown) {
  const rule: PolicyRule = { eligibility: data.eligibility ?? null, unmodelled: [], support: data.support }
  const own = golden.find(({ interpretation }) => interpretation === file)
  console.log(`\n${data.id} ${data.title}`)
  for (const company of given ?? [...(own?.wrong ?? []), ...(own?.companies ?? [])]) judge(rule, company)
  if (!one || !data.eligibility) continue
  console.log(`\n与 ${judgedFile} 里的企业`)
  for (const company of await readOrStop(judgedFile)) {
    const written = company.met.includes(data.id)
      ? 'met'
      : company.unknown.includes(data.id)
        ? 'unknown'
        : 'unmet'
    judge(rule, company, written)
  }
}

if (!one) await showSums(given ?? (await readOrStop(judgedFile)))

/** 今年可得 as the portal counts it: without policies that have ended. */
async function showSums(companies: readonly JudgedCompany[]): Promise<void> {
  const { exclusions } = await readExclusions(contentDir)
  const { rates } = await readRates(contentDir)
  const current = entries
    .map(({ data }) => data)
    .filter(
      ({ draft, eligibility, window }) => !draft && eligibility && canBeHad(windowOf(window), GOLDEN_DAY),
    )
  const pages = compilePages(current, compileRates(rates))
  for (const { name, facts } of companies) {
    const company = readCompany(facts, GOLDEN_DAY)
    const isMet = ({ page: { eligibility, support } }: CompiledPage) =>
      evaluate({ eligibility: eligibility ?? null, unmodelled: [], support }, facts, GOLDEN_DAY).status ===
      'met'
    console.log(`\n今年可得：${name}`)
    for (const line of sumLines(pages.filter(isMet), company, exclusions)) console.log(`  ${line}`)
  }
}

/** Whether the requested file is this interpretation or its golden file. */
function isBeside(file: string): boolean {
  return /\.(md|golden\.yaml)$/.test(asked) && file === normalize(asked).replace(/\.golden\.yaml$/, '.md')
}

/** @param written the verdicts in the file of judged companies; differences from the rules are printed */
function judge(
  rule: PolicyRule,
  { name, facts, thought }: Pick<GoldenCompany, 'name' | 'facts'> & { thought?: Status },
  written?: Status,
): void {
  const verdict = evaluate(rule, facts, GOLDEN_DAY)
  const words = [
    STATUS_WORDS[verdict.status].padEnd(3, '　'),
    thought ? `${name}（会以为${STATUS_WORDS[thought]}）` : name,
    decidingWords(verdict).join('；'),
    written === undefined || written === verdict.status ? '' : `← 文件里写的是${STATUS_WORDS[written]}`,
  ]
  console.log(`  ${words.filter(Boolean).join('  ')}`)
}

async function readOrStop(path: string): Promise<JudgedCompany[]> {
  try {
    return await readJudgedCompanies(path)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(
      '用法：npm run content:truth -- 解读的编号，或者一份企业（写法见 src/content/companies.golden.yaml）',
    )
    process.exit(1)
  }
}
