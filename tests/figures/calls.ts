/** Hops between a store and a call of the contract: functions of lib/api that only pass on what they are given. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

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
const DECIDES = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.TryStatement,
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.NewExpression,
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
      parse(root, file)
        .statements.flatMap(exportedFunction)
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
function isPassThrough(body: ts.Node): boolean {
  const nodes = all(body)
  const asked = nodes.filter(
    (node) => ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === ASK,
  )
  return asked.length === 1 && !nodes.some(({ kind }) => DECIDES.has(kind))
}

function exportedFunction(statement: ts.Statement): { name: string; body: ts.Node }[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return []
  if (ts.isFunctionDeclaration(statement) && statement.name && statement.body) {
    return [{ name: statement.name.text, body: statement.body }]
  }
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && initializer && ts.isArrowFunction(initializer)
      ? [{ name: name.text, body: initializer.body }]
      : [],
  )
}

function parse(root: string, file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
}

function all(node: ts.Node): ts.Node[] {
  const nodes = [node]
  node.forEachChild((child) => {
    nodes.push(...all(child))
  })
  return nodes
}

function identifiersIn(node: ts.Node): string[] {
  return all(node).flatMap((found) => (ts.isIdentifier(found) ? [found.text] : []))
}
