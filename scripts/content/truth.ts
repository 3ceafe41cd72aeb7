/**
 * `npm run content:truth [-- FILE]`: policy × company with the conditions that decide, to be read through by a person.
 * The companies are those of the golden files; with FILE, those of that file (as `companies.golden.yaml`) against every
 * policy.
 */
import { GOLDEN_DAY, type GoldenCompany } from '../../src/lib/content/check/golden-company.ts'
import { readGoldenFiles, readJudgedCompanies } from '../../src/lib/content/check/golden-files.ts'
import { readCollection } from '../../src/lib/content/check/library.ts'
import { evaluate } from '../../src/lib/rules/eligibility/evaluate.ts'
import { decidingWords } from '../../src/lib/rules/eligibility/shortfalls.ts'
import { STATUS_WORDS, type Status } from '../../src/lib/rules/eligibility/verdict.ts'

const contentDir = process.env['CONTENT_DIR'] ?? 'src/content'
const [path] = process.argv.slice(2)
const given = path === undefined ? undefined : await readJudgedCompanies(path)
const { entries } = await readCollection(contentDir, 'interpretations')
const golden = await readGoldenFiles(contentDir, entries)

for (const { file, data } of entries.toSorted((a, b) => a.data.id - b.data.id)) {
  const eligibility = data.eligibility ?? null
  const own = golden.find(({ interpretation }) => interpretation === file)
  const companies: (Pick<GoldenCompany, 'name' | 'facts'> & { thought?: Status })[] = given ?? [
    ...(own?.wrong ?? []),
    ...(own?.companies ?? []),
  ]
  console.log(`\n${data.id} ${data.title}`)
  for (const { name, facts, thought } of companies) {
    const verdict = evaluate({ eligibility, unmodelled: [] }, facts, GOLDEN_DAY)
    const words = [
      STATUS_WORDS[verdict.status].padEnd(3, '　'),
      thought ? `${name}（会以为${STATUS_WORDS[thought]}）` : name,
      decidingWords(verdict).join('；'),
    ]
    console.log(`  ${words.filter(Boolean).join('  ')}`)
  }
}
