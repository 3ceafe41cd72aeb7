/** A logout does not delete stored values under a key that kept-keys.ts lacks. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const HOME = 'src/lib/browser/kept/kept-keys.ts'

/** Scripts of static pages, which load no schema. They store values about the device, not about a person. */
const SCRIPTS = [
  'src/components/compare/compare-list.ts',
  'src/components/shell/Header.astro',
  'src/components/shell/kf-drag.ts',
  'src/components/shell/kf.ts',
  'src/components/shell/reading-aid.ts',
  'src/integrations/intent-directive.ts',
  'src/islands/match/AwaitVerdicts.astro',
  'src/layouts/Document.astro',
  'src/lib/browser/remember-region.ts',
  'src/lib/browser/remembered-region.ts',
  'src/pages/enter.astro',
  'src/pages/match.astro',
  'src/pages/pmanagement/[id].astro',
]

function keepersIn(root: string): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(tsx?|js|astro)$/.test(name) && !/\.test\.ts$/.test(name) && name !== HOME)
    .filter((name) => /\b(local|session)Storage\b/.test(readFileSync(join(root, name), 'utf8')))
    .sort()
}

test('only kept() and the scripts of pages use the storage', () => {
  expect(keepersIn('.')).toEqual(SCRIPTS)
})

test('whoever else does is found', () => {
  expect(keepersIn('tests/guards/samples/storage')).toEqual(['src/lib/secret.ts'])
})
