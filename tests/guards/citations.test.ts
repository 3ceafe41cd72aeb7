import { describe, expect, test } from 'vitest'
import { brokenCitations, missingPaths, ruleNumbers } from './citations.ts'

test('the rules have numbers', () => {
  expect(ruleNumbers('.').size).toBeGreaterThan(50)
})

test('what comments cite is in the repository', () => {
  expect(brokenCitations('.')).toEqual([])
})

test('the paths that pages name are there', () => {
  expect(missingPaths('.')).toEqual([])
})

describe('the guard itself', () => {
  const samples = 'tests/guards/samples/citations'

  test('finds a number, a document and a section that are not there', () => {
    expect(brokenCitations(samples)).toEqual([
      'src/rule.ts: behaviour B1.2',
      'src/rule.ts: behaviour B10.1',
      'src/rule.ts: docs/gone.md',
      'src/rule.ts: rules.md §4',
    ])
  })

  test('finds a path that is not there', () => {
    expect(missingPaths(samples)).toEqual([
      'docs/behaviour.md: src/gone.ts',
      'docs/behaviour.md: src/gone/*.ts',
    ])
  })
})
