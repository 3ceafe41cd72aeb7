/** Figures that must not grow back: `npm run figures` prints all of them. */
import { describe, expect, test } from 'vitest'
import budget from '../figures/budget.json' with { type: 'json' }
import { CRUMB_LINES, crumbs, linesByRoom, overBudget, readSources } from '../figures/sources.ts'
import { readWays, strayFiles } from '../figures/ways.ts'
import { readImports } from './import-rules.ts'

const sources = readSources('.')
/** Lower it with every decrease. */
const MOST_CRUMBS = 24

test('small files that one file alone imports', () => {
  const found = crumbs(sources).map(({ path }) => path)
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(MOST_CRUMBS)
})

test('rooms keep their budget of lines: lower it in budget.json with every cut', () => {
  expect(overBudget(linesByRoom(sources), budget)).toEqual([])
})

test('the ways of docs/architecture.md hang together', () => {
  const imports = readImports('.', ['src', 'server'])
  expect(readWays('.').flatMap((way) => strayFiles(way, imports))).toEqual([])
})

describe('the guard itself', () => {
  const samples = 'tests/guards/samples/figures'

  test('finds a small file with one importer, not one with two or a large one', () => {
    const file = (path: string, lines: number, ...importers: string[]) => ({ path, lines, importers })
    const found = crumbs([
      file('small.ts', CRUMB_LINES, 'a.ts'),
      file('shared.ts', CRUMB_LINES, 'a.ts', 'b.ts'),
      file('large.ts', CRUMB_LINES + 1, 'a.ts'),
      file('entry.ts', CRUMB_LINES),
    ])
    expect(found.map(({ path }) => path)).toEqual(['small.ts'])
  })

  test('finds a room above its budget, one without a budget, and all of them together', () => {
    const file = (path: string, lines: number) => ({ path, lines, importers: [] })
    const files = [
      file('src/lib/rules/a.ts', 5),
      file('src/lib/rules/b/c.ts', 6),
      file('src/site.ts', 1),
      file('server/a.ts', 3),
    ]
    const most = { 'src/lib/rules': 11, '.': 1, server: 3, all: 15 }
    expect(overBudget(linesByRoom(files), most)).toEqual([])
    expect(overBudget(linesByRoom(files), { ...most, 'src/lib/rules': 10, '.': 0, all: 14 })).toEqual([
      'all: 15 lines, budget 14',
      'src/lib/rules: 11 lines, budget 10',
      '.: 1 lines, budget 0',
    ])
  })

  test('finds a file of a way that no other one imports', () => {
    const imports = readImports(samples, ['src'])
    expect(readWays(samples).flatMap((way) => strayFiles(way, imports))).toEqual(['src/lib/stores/gone.ts'])
  })
})
