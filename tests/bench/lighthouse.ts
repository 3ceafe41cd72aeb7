/**
 * Lighthouse (its mobile preset) on one page of each kind: `node tests/bench/lighthouse.ts ADDRESS [RUNS]` against a
 * running server. Prints the median of the runs; the exit status is 1 when a figure is missed.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PAGES = ['/', '/pmanagementlist', '/pmanagement/2', '/review/2', '/search?q=高企', '/popular']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }

const [address = 'http://localhost:4321', runs = '5'] = process.argv.slice(2)
const file = join(tmpdir(), `lighthouse-${process.pid}.json`)
let missed = false

for (const page of PAGES) {
  const scores = Array.from({ length: Number(runs) }, () => measure(new URL(page, address).href))
  const median = CATEGORIES.map((category) => middle(scores.map((score) => score[category] ?? 0)))
  missed ||= CATEGORIES.some((category, index) => (median[index] ?? 0) < LEAST[category])
  console.log(page.padEnd(18), CATEGORIES.map((category, index) => `${category} ${median[index]}`).join(', '))
}
rmSync(file, { force: true })
process.exitCode = missed ? 1 : 0

function measure(url: string): Record<string, number> {
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu'].join(' ')
  const report = ['--output=json', `--output-path=${file}`, '--quiet', `--chrome-flags=${flags}`]
  const run = spawnSync('lighthouse', [url, ...report], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
  for (const category of CATEGORIES.slice(1)) {
    for (const { id } of categories[category]?.auditRefs ?? []) {
      if (audits[id]?.score === 0) console.log(`  ${url} ${category}: ${id}`)
    }
  }
  return Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  )
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<string, { score: number | null }>
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
