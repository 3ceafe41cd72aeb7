import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml'

/** A mistake in a content file: place, expectation, finding. */
export interface Problem {
  file: string
  line: number
  field: string
  expected: string
  found: string
}

export interface YamlFields {
  /** Undefined if there are problems. */
  data: unknown
  problems: Problem[]
  lineOf(path: PropertyKey[]): number
}

/** `firstLine`: line of the file on which the YAML starts. */
export function parseYamlFields(file: string, text: string, firstLine = 1): YamlFields {
  const lines = new LineCounter()
  // yaml's own search for duplicate keys is quadratic.
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1
  const problemAt = (offset: number, found: string) => ({
    file,
    line: lineAt(offset),
    field: '字段区',
    expected: '合法的 YAML',
    found,
  })
  const problems = [...yaml.errors, ...yaml.warnings].map((error) => problemAt(error.pos[0], error.message))
  // `summary: *重要*` without quotes refers to a missing anchor.
  visit(yaml, {
    Map(_, { items }) {
      const known = new Set<unknown>()
      const twice = items.find(({ key }) => isScalar(key) && known.size === known.add(key.value).size)
      if (isScalar(twice?.key))
        problems.push(problemAt(twice.key.range?.[0] ?? 0, `${twice.key.value} 写了两次`))
    },
    Alias(_, { source, range }) {
      problems.push(problemAt(range?.[0] ?? 0, `*${source}（以 * 开头的文字要加引号）`))
    },
  })
  return {
    data: problems.length > 0 ? undefined : yaml.toJS(),
    problems,
    lineOf: (path) => lineOfField(yaml, path, lineAt),
  }
}

function lineOfField(yaml: Document, path: PropertyKey[], lineAt: (offset: number) => number): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = yaml.getIn(path.slice(0, depth), true) as { range?: [number, number, number] } | undefined
    if (node?.range) return lineAt(node.range[0])
  }
  return 1
}

export function formatProblem({ file, line, field, expected, found }: Problem): string {
  return `${file}:${line} ${field}：应为${expected}，实际为 ${found}`
}
