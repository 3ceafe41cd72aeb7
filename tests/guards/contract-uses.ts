/**
 * Finds the functions of the client that screens reach, and the contract's calls that these make. Reads the sources instead
 * of a list: a screen is any file in islands, components, layouts and pages.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { allIn, childrenOf, type Node, parseAstro, parseSource } from '../syntax.ts'

const SCREENS = /^src\/(islands|components|layouts|pages)\//
/** Functions that make the call in their argument. */
const MAKERS = new Set([
  'ask',
  'askUnless',
  'changeDeskOrder',
  'download',
  'hearEvents',
  'listOf',
  'ownedList',
  'submit',
])

interface Declaration {
  node: Node
  isExportedFunction: boolean
}

interface Module {
  declarations: Map<string, Declaration>
  /** Statements that run when the module loads, such as the listeners of a store. */
  effects: Node[]
  /** Local name → its declaration. */
  imports: Map<string, { file: string; name: string }>
  /** Modules imported as a whole, with all exports. */
  wholes: string[]
}

export interface ClientUses {
  /** Names of the contract's calls that some screen reaches. */
  calls: Set<string>
  /** Returns exported functions of `folder` that no screen reaches, as file#name. */
  unused: (folder: string) => string[]
  /** Returns exported functions of `folder` that make a call, as file#name. */
  asking: (folder: string) => string[]
}

/** Follows every import and every name from the screens of `root`. */
export function followScreens(root: string): ClientUses {
  const modules = new Map(sourceFiles(root).map((file) => [file, readModule(root, file)]))
  const reached = new Set<string>()
  const calls = new Set<string>()

  function follow(file: string, node: Node): void {
    const module = modules.get(file)
    for (const name of namesIn(node)) {
      const from = module?.imports.get(name)
      if (from) reach(from.file, from.name)
      else if (module?.declarations.has(name)) reach(file, name)
    }
    for (const name of callsIn(node)) calls.add(name)
  }

  function reach(file: string, name: string): void {
    load(file)
    const declaration = modules.get(file)?.declarations.get(name)
    if (!declaration || reached.has(`${file}#${name}`)) return
    reached.add(`${file}#${name}`)
    follow(file, declaration.node)
  }

  function load(file: string): void {
    const module = modules.get(file)
    if (!module || reached.has(file)) return
    reached.add(file)
    for (const node of module.effects) follow(file, node)
    for (const { file: imported } of module.imports.values()) load(imported)
    for (const whole of module.wholes) reachAll(whole)
  }

  function reachAll(file: string): void {
    for (const name of modules.get(file)?.declarations.keys() ?? []) reach(file, name)
    load(file)
  }

  for (const file of modules.keys()) if (SCREENS.test(file)) reachAll(file)
  const exported = (folder: string, isWanted: (place: string, node: Node) => boolean) =>
    [...modules].flatMap(([file, { declarations }]) =>
      [...declarations].flatMap(([name, { node, isExportedFunction }]) => {
        const place = `${file}#${name}`
        return file.startsWith(folder) && isExportedFunction && isWanted(place, node) ? [place] : []
      }),
    )
  return {
    calls,
    unused: (folder) => exported(folder, (place) => !reached.has(place)),
    asking: (folder) => exported(folder, (_, node) => callsIn(node).length > 0),
  }
}

function sourceFiles(root: string): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(tsx?|astro)$/.test(name) && !/\.test\.tsx?$/.test(name))
}

function readModule(root: string, file: string): Module {
  const statements = statementsOf(file, readFileSync(join(root, file), 'utf8'))
  const module: Module = { declarations: new Map(), effects: [], imports: new Map(), wholes: [] }
  for (const statement of statements) readStatement(file, statement, module)
  const dynamic = statements.flatMap(dynamicImports)
  module.wholes.push(...dynamic.map((path) => join(dirname(file), path)))
  return module
}

/** An Astro file uses all its imports. */
function statementsOf(file: string, text: string): Node[] {
  if (!file.endsWith('.astro')) return parseSource(file, text).body
  return parseAstro(file, text).flatMap(({ body }) => body.filter(({ type }) => type === 'ImportDeclaration'))
}

function readStatement(file: string, statement: Node, { declarations, effects, imports, wholes }: Module) {
  if (statement.type === 'ImportDeclaration') {
    const path = statement.source.value
    if (!path.startsWith('.') || statement.importKind === 'type') return
    const from = join(dirname(file), path)
    const named = statement.specifiers.flatMap((one) => (one.type === 'ImportSpecifier' ? [one] : []))
    if (named.length === 0) wholes.push(from)
    for (const { imported, local } of named)
      imports.set(local.name, {
        file: from,
        name: imported.type === 'Literal' ? imported.value : imported.name,
      })
    return
  }
  const isExport =
    statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
  const declared = (isExport && statement.declaration) || statement
  if (declared.type === 'FunctionDeclaration' && declared.id) {
    declarations.set(declared.id.name, { node: declared, isExportedFunction: isExport })
  } else if (declared.type === 'ClassDeclaration' && declared.id) {
    declarations.set(declared.id.name, { node: declared, isExportedFunction: false })
  } else if (declared.type === 'VariableDeclaration') {
    for (const { id, init } of declared.declarations) {
      for (const bound of boundNames(id))
        declarations.set(bound, { node: init ?? declared, isExportedFunction: false })
    }
  } else effects.push(statement)
}

function boundNames(bound: Node): string[] {
  if (bound.type === 'Identifier') return [bound.name]
  if (bound.type === 'ObjectPattern') return bound.properties.flatMap(boundNames)
  if (bound.type === 'ArrayPattern')
    return bound.elements.flatMap((element) => (element ? boundNames(element) : []))
  if (bound.type === 'Property') return boundNames(bound.value)
  if (bound.type === 'AssignmentPattern') return boundNames(bound.left)
  return bound.type === 'RestElement' ? boundNames(bound.argument) : []
}

function dynamicImports(source: Node): string[] {
  return allIn(source).flatMap((node) => {
    if (node.type !== 'ImportExpression' || node.source.type !== 'Literal') return []
    const path = node.source.value
    return typeof path === 'string' && path.startsWith('.') ? [path] : []
  })
}

/** A property name of another object does not count. */
function namesIn(node: Node): string[] {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return [node.name]
  return childrenOf(node).flatMap((child) => (isInPassing(child, node) ? [] : namesIn(child)))
}

function isInPassing(name: Node, parent: Node): boolean {
  switch (parent.type) {
    case 'MemberExpression':
      return name === parent.property && !parent.computed
    case 'Property':
      return name === parent.key && !parent.computed
    case 'JSXMemberExpression':
      return name === parent.property
    case 'JSXAttribute':
      return name === parent.name
    case 'TSTypeQuery':
      return name.type === 'Identifier'
    default:
      return false
  }
}

/** `ask(isWanted ? followPolicy : unfollowPolicy, …)` makes both. */
function callsIn(root: Node): string[] {
  return allIn(root).flatMap((node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return []
    const [call] = node.arguments
    return call && MAKERS.has(node.callee.name) ? namesIn(call) : []
  })
}
