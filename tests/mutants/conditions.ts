/** Finds the conditions of the server's queries, and makes sources in which each of them can be omitted. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { childrenOf, type Node, parseSource } from '../syntax.ts'

export interface Condition {
  /** Path, text and number among equals: stable while the condition and its file stay. */
  id: string
  path: string
  line: number
  text: string
  /** Why no test needs it: the text after `Not missed by tests:` above it. */
  excuse: string | undefined
  hash: string
}

interface Place {
  condition: Condition
  /** Start of the query that the condition belongs to, and its end. */
  start: number
  end: number
}

const METHODS = new Set(['where', 'whereRef', 'having'])

export function conditionsOfServer(root: string): Condition[] {
  return globSync('server/**/*.ts', { cwd: root })
    .filter(isSource)
    .sort()
    .flatMap((path) =>
      placesIn(path, readFileSync(`${root}/${path}`, 'utf8')).map((place) => place.condition),
    )
}

/** Returns a Vite plugin with which `MUTANT`, the id of a condition, selects the omitted one. */
export function leaveOut(root: string) {
  return {
    name: 'conditions-left-out',
    enforce: 'pre' as const,
    transform(code: string, file: string) {
      const path = relative(root, file)
      return isSource(path) ? withSkips(path, code, root) : undefined
    },
  }
}

/** Turns `rows.where(a)` into `skip(id, rows).where(a)`, on the same line, so that errors keep their places. */
export function withSkips(path: string, code: string, root: string): string | undefined {
  const places = placesIn(path, code)
  if (places.length === 0) return undefined
  const inserts = places.flatMap(({ condition, start, end }) => [
    { at: start, order: -end, text: `skipMutant(${JSON.stringify(condition.id)}, ` },
    { at: end, order: 0, text: ')' },
  ])
  // The longer of two with the same start is the outer one.
  inserts.sort((one, other) => one.at - other.at || one.order - other.order)
  let written = `import { skip as skipMutant } from ${JSON.stringify(`${root}/tests/mutants/skip.ts`)};`
  let from = 0
  for (const { at, text } of inserts) {
    written += code.slice(from, at) + text
    from = at
  }
  return written + code.slice(from)
}

function isSource(path: string): boolean {
  return /^server\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path)
}

function placesIn(path: string, code: string): Place[] {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12)
  const found: Place[] = []
  const seen = new Map<string, number>()
  const visit = (node: Node): void => {
    childrenOf(node).forEach(visit)
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return
    const { object: query, property: name } = node.callee
    if (name.type !== 'Identifier' || node.callee.computed || !METHODS.has(name.name)) return
    const text = code.slice(name.start, node.end).replace(/\s+/g, ' ')
    const place = (seen.get(text) ?? 0) + 1
    seen.set(text, place)
    const line = code.slice(0, name.start).split('\n').length
    const excuse = /\/\/ Not missed by tests: (.*)/.exec(code.slice(query.end, name.start))?.[1]
    const condition = { id: `${path} ${text} ${place}`, path, line, text, excuse, hash }
    found.push({ condition, start: query.start, end: query.end })
  }
  visit(parseSource(path, code))
  return found.sort((one, other) => one.condition.line - other.condition.line)
}
