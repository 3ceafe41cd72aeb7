/**
 * Writes values into YAML text like a careful person. The library prints the document before and after; only lines that
 * differ between the two prints go into the text, so that all others keep their comments, quotes and spaces.
 */
import { isDeepStrictEqual } from 'node:util'
import { applyPatch, structuredPatch } from 'diff'
import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { COLLECTION_SCHEMAS, type CollectionName } from '../../lib/content/schema/documents.ts'

const FRONT_MATTER = /^(\uFEFF?---[ \t]*\r?\n)((?:[\s\S]*?\r?\n)??)(---[ \t]*(?:\r?\n|$))/

export function splitText(text: string): {
  head: string
  yaml: string | undefined
  at: number
  body: string
} {
  const match = FRONT_MATTER.exec(text)
  if (!match) return { head: '', yaml: undefined, at: 0, body: text }
  const [head, mark = '', yaml = ''] = match
  return { head, yaml, at: mark.length, body: text.slice(head.length) }
}

export function writeData(text: string, data: unknown, collection: CollectionName | null): string {
  if (collection === null) return editYaml(text, data, undefined)
  const { yaml, at } = splitText(text)
  if (yaml === undefined) return text
  return text.slice(0, at) + editYaml(yaml, data, collection) + text.slice(at + yaml.length)
}

function orderOf(collection: CollectionName | undefined): string[] {
  const schema = collection && COLLECTION_SCHEMAS[collection]
  return schema ? Object.keys('shape' in schema ? schema.shape : schema.in.shape) : []
}

export function editYaml(text: string, data: unknown, collection: CollectionName | undefined): string {
  const document: Document = parseDocument(text, { uniqueKeys: false })
  if (isDeepStrictEqual(document.toJS(), data)) return text
  const before = print(document, text)
  document.contents = remake(
    document,
    document.contents,
    data,
    orderOf(collection),
  ) as typeof document.contents
  const after = print(document, text)
  const edited = graft(text, before, after)
  // The text's own indentation can conflict with that of the library's lines; then the library's print is used.
  const made = parseDocument(edited || '')
  return edited && made.errors.length === 0 && isDeepStrictEqual(made.toJS(), data) ? edited : after
}

/** Flow collections longer than this are written on several lines, in texts that already have such. */
const LINE = 100

function print(document: Document, text: string): string {
  const isOnLines = ({ flow, range }: YAMLMap | YAMLSeq) =>
    flow && range && text.slice(range[0], range[1]).includes('\n')
  let isWrapped = false
  visit(document, {
    Collection(_, node) {
      if (isOnLines(node)) isWrapped = true
    },
  })
  const setWays = (node: object, own: object, lineWidth: number) => {
    const library = Object.getPrototypeOf(node)
    const written = (ctx: { options: object }, ...rest: unknown[]) =>
      library.toString.call(node, { ...ctx, ...own, options: { ...ctx.options, lineWidth } }, ...rest)
    Object.assign(node, { toString: written })
  }
  visit(document, {
    Map(_, node) {
      const lineWidth = isOnLines(node) ? 1 : node.flow && isWrapped && !node.range ? LINE : 0
      setWays(node, { flowCollectionPadding: ' ' }, lineWidth)
    },
    Seq: (_, node) => setWays(node, { flowCollectionPadding: '' }, node.flow && isWrapped ? LINE : 0),
    Pair: (_, pair) => setWays(pair, {}, 0),
  })
  return document.toString({
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
    trailingComma: true,
    indentSeq: !/^[^\s#-].*:[ \t]*\r?\n- /m.test(text),
  })
}

/** Applies the difference of two prints to the text, which equals `before` except in spaces and line breaks. */
function graft(text: string, before: string, after: string): string | false {
  const bare = (line: string) => line.replace(/\s/g, '')
  return applyPatch(text, structuredPatch('', '', before, after, '', '', { context: 2 }), {
    fuzzFactor: 2,
    compareLine: (_, line, __, other) => bare(line ?? '') === bare(other),
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const keyOf = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key)

/** Returns a node with `value`; reuses the old node with its comments and quotes where possible. */
function remake(
  document: Document,
  old: Node | null | undefined,
  value: unknown,
  schema: readonly string[],
  like?: Node,
): Node {
  if (old && isDeepStrictEqual(old.toJS(document), value)) return old
  if (isMap(old) && isRecord(value) && old.items.length > 0) {
    const pairs = new Map(old.items.map((pair) => [keyOf(pair), pair as Pair]))
    old.items = mergedOrder(schema, [...pairs.keys()], Object.keys(value))
      .filter((key) => value[key] !== undefined)
      .map((key) => {
        const pair = pairs.get(key) ?? document.createPair(key, null)
        pair.value = remake(document, pair.value as Node | null, value[key], [])
        return pair
      })
    return old
  }
  if (isSeq(old) && Array.isArray(value) && old.items.length > 0) {
    const [first] = old.items as Node[]
    const items = itemsFor(document, old.items as Node[], value)
    old.items = value.map((own, place) => remake(document, items[place], own, [], first))
    return old
  }
  const node = document.createNode(value) as Node
  // Names, numbers, dates and addresses need no quotes: YAML reads them as strings anyway.
  visit(node, {
    Scalar(place, scalar) {
      if (place === 'key' || typeof scalar.value !== 'string') return
      scalar.type = /^[\w.:/-]+$/.test(scalar.value) ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE
    },
  })
  const model = old ?? like
  if (isScalar(model) && isScalar(node) && typeof model.value === typeof value)
    Object.assign(node, { type: model.type })
  else if (isCollection(model) && isCollection(node)) Object.assign(node, { flow: model.flow })
  const { commentBefore, comment, spaceBefore } = old ?? {}
  return Object.assign(node, { commentBefore, comment, spaceBefore })
}

/** Returns for each value the item that had it anywhere, or else the item at its place. */
function itemsFor(document: Document, items: readonly Node[], values: readonly unknown[]) {
  const left = new Map(items.map((item) => [item, item.toJS(document)]))
  const same = values.map((value) => {
    const found = [...left].find(([, own]) => isDeepStrictEqual(own, value))?.[0]
    if (found) left.delete(found)
    return found
  })
  return same.map((item, place) => {
    const own = items[place]
    return item ?? (own && left.has(own) ? own : undefined)
  })
}

/** Returns the old keys in their order, each new one behind those that the schema has before it. */
function mergedOrder(schema: readonly string[], old: readonly string[], now: readonly string[]): string[] {
  const order = [...old]
  for (const key of now) {
    if (order.includes(key)) continue
    const rank = schema.includes(key) ? schema.indexOf(key) : schema.length
    order.splice(order.findLastIndex((one) => schema.indexOf(one) < rank) + 1, 0, key)
  }
  return order
}
