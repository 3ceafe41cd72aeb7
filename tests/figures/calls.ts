/** Finds hops between a store and a call of the contract: functions of lib/api that only forward their arguments. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allIn, type Node, parseSource } from '../syntax.ts'

export interface ApiFunction {
  file: string
  name: string
  calls: string[]
  isPassThrough: boolean
}

/** The function that asks the backend. */
const ASK = 'ask'

/** Syntax that decides something: a branch, a loop, a new object with behaviour, an error that is caught or thrown. */
const DECIDES: ReadonlySet<string> = new Set([
  'IfStatement',
  'ConditionalExpression',
  'ForOfStatement',
  'WhileStatement',
  'TryStatement',
  'ThrowStatement',
  'NewExpression',
])

/** Returns the names of the contract's calls: the exports made by `defineCall`. */
export function contractCalls(root: string): Set<string> {
  const files = globSync('src/lib/contract/**/*.ts', { cwd: root })
  const exported = /^export const (\w+) = defineCall\(/gm
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(exported)].map(([, name = '']) => name),
    ),
  )
}

/** Returns the exported functions of lib/api. */
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

/** Returns calls that a function of lib/api makes under another name than the contract's. */
export function renamedCalls(functions: readonly ApiFunction[]): string[] {
  const wrapped = functions.filter(({ isPassThrough }) => isPassThrough)
  return [...new Set(wrapped.flatMap(({ name, calls }) => calls.filter((call) => call !== name)))].sort()
}

/** Whether it is one question to the backend, without a decision before or after it. */
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
