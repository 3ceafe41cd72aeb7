/**
 * A draft is its company's alone, and so is what is said about it. Operators' queries read the views `submitted_orders`
 * and `operator_conversations`, which leave drafts out; a query of the tables themselves, or of `form_drafts`, names the company it is for.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const READERS = /^(selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|using|from)$/
const TABLES = /^(orders|conversations|form_drafts)( as \w+)?$/

/** Whose queries need no company of their own, and why. */
const EXCUSED: Readonly<Record<string, string>> = {
  'server/advisory/topics.ts': 'orders come to it through access.ts',
}

/** Places (path and table) where orders, conversations or forms are read, drafts among them, for no company in particular. */
export function queriesWithDrafts(root: string): string[] {
  return globSync('server/**/*.ts', { cwd: root })
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path) && !(path in EXCUSED))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
      return readsIn(file).flatMap(({ table, statement }) =>
        /company_id/.test(statement) ? [] : [`${path}: ${table}`],
      )
    })
    .sort()
}

interface Read {
  table: string
  /** All of the statement that the query is part of. */
  statement: string
}

function readsIn(file: ts.SourceFile): Read[] {
  const found: Read[] = []
  const visit = (node: ts.Node, statement: ts.Node) => {
    const around = ts.isStatement(node) && !ts.isBlock(node) ? node : statement
    const table = tableOf(node)
    if (table !== undefined) found.push({ table, statement: around.getText(file) })
    node.forEachChild((child) => visit(child, around))
  }
  visit(file, file)
  return found
}

function tableOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const [table] = node.arguments
  if (!READERS.test(node.expression.name.text) || !table || !ts.isStringLiteral(table)) return undefined
  return TABLES.test(table.text) ? table.text : undefined
}
