/**
 * A lock file written with a registry that lacks the binaries of other platforms contains one platform: `npm ci` refuses it,
 * and on others the first command finds no compiler.
 */
import { execSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

/** Returns a locked package's binaries for other platforms that are missing wherever the package would look. */
function missingPlatforms({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !foldersAbove(owner).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${owner} lacks ${name}`),
  )
}

/** Returns where Node looks for a package's imports: in the package, then in each that contains it, at last in the root. */
function foldersAbove(owner: string): string[] {
  if (owner === '') return ['']
  return [`${owner}/`, ...foldersAbove(owner.slice(0, owner.lastIndexOf('node_modules/')).replace(/\/$/, ''))]
}

const LOCKS = globSync(['package-lock.json', '{scripts,tests}/*/package-lock.json'])

test('each command that brings packages of its own has a lock file', () => {
  expect(LOCKS.toSorted()).toEqual([
    'package-lock.json',
    'scripts/node/package-lock.json',
    'tests/browsers/package-lock.json',
    'tests/mutants/package-lock.json',
  ])
})

test.each(LOCKS)('every platform has its binaries in %s, wherever it is installed from', (file) => {
  const text = readFileSync(file, 'utf8')
  const lock: Lock = JSON.parse(text)
  expect(Object.keys(lock.packages).length).toBeGreaterThan(1)
  expect(missingPlatforms(lock)).toEqual([])
  expect(text).not.toContain('"resolved"')
})

test('a lock file that knows Linux alone is found out', () => {
  const lock: Lock = {
    packages: {
      '': {},
      'node_modules/tool': {
        optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0', 'tool-win32': '1.0.0' },
      },
      'node_modules/tool/node_modules/tool-win32': {},
      'node_modules/tool-linux': {},
      'node_modules/host/node_modules/@scope/part': { optionalDependencies: { 'part-linux': '2.0.0' } },
      'node_modules/host/node_modules/part-linux': {},
    },
  }
  expect(missingPlatforms(lock)).toEqual(['node_modules/tool lacks tool-darwin'])
})

test('the server is installed without a compiler: it has no name by which valibot would take it along', () => {
  const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  expect(lock.packages).not.toHaveProperty(['node_modules/typescript'])
})

test('npm run sbom lists what an installation runs, and nothing of the tests, and installs nothing', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'sbom-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  for (const name of ['package.json', 'package-lock.json']) cpSync(name, join(cwd, name))
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  const bom = JSON.parse(execSync('npm run -s sbom', { cwd, encoding: 'utf8', stdio: [...stdio] }))
  expect(existsSync(join(cwd, 'node_modules'))).toBe(false)
  const names = bom.components.map(({ name }: { name: string }) => name)
  expect(bom.bomFormat).toBe('CycloneDX')
  expect(names).toContain('hono')
  expect(names).not.toContain('vitest')
})
