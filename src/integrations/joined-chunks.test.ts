/** What is joined and what is not, on modules that are made up: an island needs a renderer, a page's script is a page. */
import { expect, test } from 'vitest'
import { joinModules, type ModuleNode } from './joined-chunks.ts'

const island = (...needs: string[]): ModuleNode => ({ needs, bytes: 1000, root: 'island' })
const module = (bytes: number, ...needs: string[]): ModuleNode => ({ needs, bytes })

function joined(nodes: Record<string, ModuleNode>): string[][] {
  const files = new Map<string, string[]>()
  for (const [id, name] of joinModules(new Map(Object.entries(nodes)))) {
    files.set(name, [...(files.get(name) ?? []), id].sort())
  }
  return [...files.values()].sort()
}

test('what the same islands need is one file; what one alone needs is with it', () => {
  const nodes = {
    'a.tsx': island('x.ts', 'y.ts', 'own.ts'),
    'b.tsx': island('x.ts', 'y.ts'),
    'x.ts': module(50_000),
    'y.ts': module(50_000),
    'own.ts': module(10),
  }
  expect(joined(nodes)).toEqual([['x.ts', 'y.ts']])
})

test('what another island has little of is joined when it is small, and not when it is large', () => {
  const three = (bytes: number) => ({
    'a.tsx': island('x.ts', 'y.ts'),
    'b.tsx': island('x.ts', 'y.ts'),
    'c.tsx': island('x.ts'),
    'x.ts': module(100),
    'y.ts': module(bytes),
  })
  expect(joined(three(500))).toEqual([['x.ts', 'y.ts']])
  expect(joined(three(20_000))).toEqual([['x.ts'], ['y.ts']])
})

test('what it would bring with it counts, too', () => {
  const nodes = {
    'a.tsx': island('x.ts', 'y.ts'),
    'b.tsx': island('x.ts', 'y.ts'),
    'c.tsx': island('x.ts'),
    'd.tsx': island('large.ts'),
    'x.ts': module(100),
    'y.ts': module(100, 'large.ts'),
    'large.ts': module(50_000),
  }
  expect(joined(nodes)).toEqual([['large.ts', 'y.ts'], ['x.ts']])
})

test('not two between which a third lies, nor those of a page with others, and no two files have one name', () => {
  const nodes: Record<string, ModuleNode> = {
    'a.tsx': island('one/x.ts', 'seen.ts', 'two/x.ts'),
    'b.tsx': island('one/x.ts', 'seen.ts', 'two/x.ts', 'c.ts'),
    'c.ts': { needs: ['two/x.ts'], bytes: 10, root: 'later' },
    'one/x.ts': module(100, 'c.ts'),
    'two/x.ts': module(100),
    'page.ts': { needs: ['seen.ts'], bytes: 10, root: 'page' },
    'seen.ts': module(100),
  }
  expect(joined(nodes)).toEqual([['one/x.ts'], ['seen.ts'], ['two/x.ts']])
})
