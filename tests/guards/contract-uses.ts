/**
 * Which functions of the client a screen leads to, and which calls of the contract those ask. Read from the sources, not
 * from a list: a screen is whatever lies in islands, components, layouts and pages.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const SCREENS = /^src\/(islands|components|layouts|pages)\//
/** What makes a call of the contract that it is handed. */
const MAKERS = new Set(['ask', 'askUnless', 'download', 'hearEvents'])

interface Declaration {
  node: ts.Node
  isExportedFunction: boolean
}

interface Module {
  declarations: Map<string, Declaration>
  /** What runs when the module is loaded, such as the listeners of a store. */
  effects: ts.Node[]
  /** Local name → where it is declared. */
  imports: Map<string, { file: string; name: string }>
  /** Loaded whole, with everything that they export. */
  wholes: string[]
}

export interface ClientUses {
  /** Names of the contract's calls that some screen leads to. */
  calls: Set<string>
  /** Exported functions of `folder` that no screen leads to, as file#name. */
  unused: (folder: string) => string[]
  /** Exported functions of `folder` that make a call, as file#name. */
  asking: (folder: string) => string[]
}

/** Follows every import and every name from the screens of `root` on. */
export function followScreens(root: string): ClientUses {
  const modules = new Map(sourceFiles(root).map((file) => [file, readModule(root, file)]))
  const reached = new Set<string>()
  const calls = new Set<string>()

  function follow(file: string, node: ts.Node): void {
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
  const exported = (folder: string, isWanted: (place: string, node: ts.Node) => boolean) =>
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
  const text = readFileSync(join(root, file), 'utf8')
  const source = ts.createSourceFile(
    file.replace(/\.astro$/, '.ts'),
    file.endsWith('.astro') ? importsOfAstro(text) : text,
    ts.ScriptTarget.Latest,
    true,
  )
  const module: Module = { declarations: new Map(), effects: [], imports: new Map(), wholes: [] }
  for (const statement of source.statements) readStatement(file, statement, module)
  module.wholes.push(...dynamicImports(source).map((path) => join(dirname(file), path)))
  return module
}

/** An Astro file uses what it imports. */
function importsOfAstro(text: string): string {
  return [...text.matchAll(/^\s*import [^;]*? from '[^']+'/gm)].map(([line]) => line).join('\n')
}

function readStatement(
  file: string,
  statement: ts.Statement,
  { declarations, effects, imports, wholes }: Module,
) {
  if (ts.isImportDeclaration(statement)) {
    const path = (statement.moduleSpecifier as ts.StringLiteral).text
    if (!path.startsWith('.') || statement.importClause?.isTypeOnly) return
    const from = join(dirname(file), path)
    const bindings = statement.importClause?.namedBindings
    if (bindings && ts.isNamedImports(bindings)) {
      for (const { name, propertyName } of bindings.elements)
        imports.set(name.text, { file: from, name: (propertyName ?? name).text })
    } else wholes.push(from)
    return
  }
  const isExported =
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)
  if (ts.isFunctionDeclaration(statement) && statement.name) {
    declarations.set(statement.name.text, { node: statement, isExportedFunction: isExported })
  } else if (ts.isClassDeclaration(statement) && statement.name) {
    declarations.set(statement.name.text, { node: statement, isExportedFunction: false })
  } else if (ts.isVariableStatement(statement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      for (const bound of boundNames(name))
        declarations.set(bound, { node: initializer ?? statement, isExportedFunction: false })
    }
  } else effects.push(statement)
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []))
}

function dynamicImports(source: ts.SourceFile): string[] {
  return all(source).flatMap((node) => {
    if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return []
    const [path] = node.arguments
    return path && ts.isStringLiteral(path) && path.text.startsWith('.') ? [path.text] : []
  })
}

/** What is named in passing, as a property of something else, does not count. */
function namesIn(root: ts.Node): string[] {
  return all(root).flatMap((node) => {
    if (!ts.isIdentifier(node)) return []
    const isProperty =
      (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
      (ts.isPropertyAssignment(node.parent) && node.parent.name === node)
    return isProperty || ts.isTypeQueryNode(node.parent) ? [] : [node.text]
  })
}

/** `ask(isWanted ? followPolicy : unfollowPolicy, …)` names both. */
function callsIn(root: ts.Node): string[] {
  return all(root).flatMap((node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return []
    const [call] = node.arguments
    return call && MAKERS.has(node.expression.text) ? namesIn(call) : []
  })
}

function all(node: ts.Node): ts.Node[] {
  const below: ts.Node[] = []
  node.forEachChild((child) => {
    below.push(...all(child))
  })
  return [node, ...below]
}
