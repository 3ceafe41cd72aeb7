/** Sources as trees, for what is read from them: the parser that the build uses, too. */
import { type ESTree, parseSync } from 'rolldown/utils'

export type Node = ESTree.Node

/** @throws if the source cannot be parsed: what was read from half of it would be wrong. */
export function parseSource(path: string, text: string): ESTree.Program {
  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path}: ${error.codeframe ?? error.message}`)
  return program
}

/** The front matter and the script elements of an Astro file. */
export function parseAstro(path: string, text: string): ESTree.Program[] {
  const frontMatter = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ''
  const scripts = [...text.matchAll(/<script(?![^>]*is:inline)[^>]*>([\s\S]*?)<\/script>/g)]
  return [frontMatter, ...scripts.map(([, script = '']) => script)].map((script) =>
    parseSource(`${path}.ts`, script),
  )
}

export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) children.push(child)
  }
  return children
}

export function allIn(root: Node): Node[] {
  const nodes: Node[] = []
  const add = (node: Node) => {
    nodes.push(node)
    for (const child of childrenOf(node)) add(child)
  }
  add(root)
  return nodes
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
