/**
 * A draft belongs to its company alone, and so do its conversations. Operators' queries read the views `submitted_orders` and
 * `operator_conversations`, which omit drafts; a query of the tables themselves, or of `form_drafts`, names its company.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf, type Node, parseSource } from '../syntax.ts'

const READERS = /^(selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|using|from)$/
const TABLES = /^(orders|conversations|form_drafts)( as \w+)?$/

/** Files whose queries need no company, with the reason. */
const EXCUSED: Readonly<Record<string, string>> = {
  'server/advisory/topics.ts': 'orders come to it through access.ts',
}

export function queriesWithDrafts(root: string): string[] {
  return globSync('server/**/*.ts', { cwd: root })
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path) && !(path in EXCUSED))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return readsIn(path, text).flatMap(({ table, statement }) =>
        /company_id/.test(statement) ? [] : [`${path}: ${table}`],
      )
    })
    .sort()
}

interface Read {
  table: string
  statement: string
}

function readsIn(path: string, text: string): Read[] {
  const found: Read[] = []
  const visit = (node: Node, statement: Node) => {
    const around = isStatement(node) ? node : statement
    const table = tableOf(node)
    if (table !== undefined) found.push({ table, statement: text.slice(around.start, around.end) })
    for (const child of childrenOf(node)) visit(child, around)
  }
  const program = parseSource(path, text)
  visit(program, program)
  return found
}

function isStatement({ type }: Node): boolean {
  return /(Statement|Declaration)$/.test(type) && type !== 'BlockStatement'
}

function tableOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const { property } = node.callee
  const [table] = node.arguments
  if (property.type !== 'Identifier' || !READERS.test(property.name)) return undefined
  if (table?.type !== 'Literal' || typeof table.value !== 'string') return undefined
  return TABLES.test(table.value) ? table.value : undefined
}
