/** Which calls the client asks, and which of its functions a screen uses. Read from the sources, not from a list. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export interface ClientFunction {
  file: string
  name: string
  /** Names of the contract's calls that it asks. */
  calls: string[]
}

/** The exported functions of the files in `folder`. */
export function clientFunctions(folder: string, callNames: ReadonlySet<string>): ClientFunction[] {
  return sourceFiles(folder).flatMap((file) =>
    parse(file).statements.flatMap((statement) => {
      if (!ts.isFunctionDeclaration(statement) || !statement.name || !isExported(statement)) return []
      const calls = identifiersIn(statement).filter((name) => callNames.has(name))
      return [{ file, name: statement.name.text, calls: [...new Set(calls)] }]
    }),
  )
}

/** Names of the calls that the files below the folders hand to `ask`. */
export function askedCalls(folders: string[], callNames: ReadonlySet<string>): Set<string> {
  const asked = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'ask') {
      const name = node.arguments[0]?.getText() ?? ''
      if (callNames.has(name)) asked.add(name)
    }
    node.forEachChild(visit)
  }
  for (const file of folders.flatMap(sourceFiles)) visit(parse(file))
  return asked
}

/** Names that the files below the folders import from anywhere. */
export function importedNames(folders: string[]): Set<string> {
  const names = folders
    .flatMap(sourceFiles)
    .flatMap((file) => parse(file).statements)
    .flatMap((statement) => {
      if (!ts.isImportDeclaration(statement)) return []
      const bindings = statement.importClause?.namedBindings
      if (!bindings || !ts.isNamedImports(bindings)) return []
      return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    })
  return new Set(names)
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}

function isExported(declaration: ts.FunctionDeclaration): boolean {
  return declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

function identifiersIn(node: ts.Node): string[] {
  const names: string[] = ts.isIdentifier(node) ? [node.text] : []
  node.forEachChild((child) => {
    names.push(...identifiersIn(child))
  })
  return names
}
