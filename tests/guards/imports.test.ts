import { describe, expect, test } from 'vitest'
import { environmentReaders, forbiddenImports, importCycles, readImports } from './import-rules.ts'

const ROOMS = ['src', 'server']

describe('the rooms of this project', () => {
  const imports = readImports('.', ROOMS)

  test('have sources to look at', () => {
    expect(imports.size).toBeGreaterThan(100)
  })

  test('keep the import rules', () => {
    expect(forbiddenImports(imports)).toEqual([])
  })

  test('have no import cycle', () => {
    expect(importCycles(imports)).toEqual([])
  })

  test('read the environment in one place of the server only', () => {
    expect(environmentReaders('.', ROOMS)).toEqual([])
  })
})

describe('the guard itself', () => {
  const samples = 'tests/guards/samples/imports'
  const imports = readImports(samples, ROOMS)

  test('finds every kind of breach in the samples', () => {
    expect(forbiddenImports(imports)).toEqual([
      'src/components/Page.astro imports react: React stays in the islands',
      'src/components/Page.astro imports src/lib/api/ask.ts: pages are static',
      'src/islands/chat/Chat.tsx imports ofetch: only lib/api talks to the outside',
      'src/islands/chat/Chat.tsx imports ofetch: only lib/api talks to the outside',
      'src/islands/chat/Chat.tsx imports src/islands/login/Login.tsx: islands meet in a store',
      'src/lib/api/ask.ts imports src/lib/stores/cycle.ts: transport decides nothing',
      'src/lib/browser/tab.ts imports src/editor/calls.ts: nothing of the workbench is in a build; astro.config.mjs takes its integration, in dev',
      'src/lib/browser/tab.ts imports src/lib/api/ask.ts: stores ask, and decide what the answer means',
      'src/lib/forms/form.ts imports src/lib/stores/cycle.ts: what is typed is judged without a browser',
      'src/lib/rules/rule.ts imports nanostores: rules are pure',
      'server/index.ts imports src/lib/stores/cycle.ts: both sides share only contract, rules and what the site is called',
    ])
  })

  test('finds a cycle', () => {
    expect(importCycles(imports)).toEqual([
      'src/lib/api/ask.ts → src/lib/stores/cycle.ts → src/lib/api/ask.ts',
    ])
  })

  test('finds a reader of the environment', () => {
    expect(environmentReaders(samples, ROOMS)).toEqual(['src/lib/rules/rule.ts'])
  })
})
