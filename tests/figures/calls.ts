/** Hops between a store and a call of the contract: functions of lib/api that only pass on what they are given. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allIn, type Node, parseSource } from '../syntax.ts'

export interface ApiFunction {
  file: string
  name: string
  /** Calls of the contract that it names. */
  calls: string[]
  isPassThrough: boolean
}

/** What asks the backend. */
const ASK = 'ask'

/** Whatever decides something: a branch, a loop, a new object with a behaviour, an error that is met or thrown. */
const DECIDES: ReadonlySet<string> = new Set([
  'IfStatement',
  'ConditionalExpression',
  'ForOfStatement',
  'WhileStatement',
  'TryStatement',
  'ThrowStatement',
  'NewExpression',
])

/** Names of the contract's calls: what `defineCall` makes, as exported. */
export function contractCalls(root: string): Set<string> {
  const files = globSync('src/lib/contract/**/*.ts', { cwd: root })
  const exported = /^export const (\w+) = defineCall\(/gm
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(exported)].map(([, name = '']) => name),
    ),
  )
}

/** The exported functions of lib/api. */
export function apiFunctions(root: string, calls: ReadonlySet<string>): ApiFunction[] {
  return globSync('src/lib/api/**/*.ts', { cwd: root })
    .filter((file) => !/\.(test|d)\.ts$/.test(file))
    .sort()
    .flatMap((file) =>
      parseSource(file, readFileSync(join(root, file), 'utf8'))
        .body.flatMap(exportedFunction)
        .map(({ name, body }) => ({
          file,
          name,
          calls: [...new Set(identifiersIn(body))].filter((used) => calls.has(used)),
          isPassThrough: isPassThrough(body),
        })),
    )
}

/** Calls that are asked under another name than the contract's: by a function of lib/api that stands before them. */
export function renamedCalls(functions: readonly ApiFunction[]): string[] {
  const wrapped = functions.filter(({ isPassThrough }) => isPassThrough)
  return [...new Set(wrapped.flatMap(({ name, calls }) => calls.filter((call) => call !== name)))].sort()
}

/** One question to the backend, with nothing decided before it or behind it. */
function isPassThrough(body: Node): boolean {
  const nodes = allIn(body)
  const asked = nodes.filter(
    (node) => node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === ASK,
  )
  return asked.length === 1 && !nodes.some(({ type }) => DECIDES.has(type))
}

function exportedFunction(statement: Node): { name: string; body: Node }[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
  if (declaration?.type === 'FunctionDeclaration' && declaration.id && declaration.body) {
    return [{ name: declaration.id.name, body: declaration.body }]
  }
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression'
      ? [{ name: id.name, body: init.body }]
      : [],
  )
}

function identifiersIn(node: Node): string[] {
  return allIn(node).flatMap((found) => (found.type === 'Identifier' ? [found.name] : []))
}
