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

/** `yaml` is undefined if the two `---` lines are missing. */
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

/** Returns the text of a whole file whose YAML has `data`. */
export function writeData(text: string, data: unknown, collection: CollectionName | null): string {
  if (collection === null) return editYaml(text, data, undefined)
  const { yaml, at } = splitText(text)
  if (yaml === undefined) return text
  return text.slice(0, at) + editYaml(yaml, data, collection) + text.slice(at + yaml.length)
}

/** Returns the keys of a document in the order of its schema. */
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
    // Never wraps the text inside.
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
    old.items = remadeItems(old, value, document).map(([item, own]) => remake(document, item, own, [], first))
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

/** Returns an item for each value: the item that had this value at any position, or else the item at its position. */
function remadeItems(
  seq: YAMLSeq,
  values: readonly unknown[],
  document: Document,
): [Node | undefined, unknown][] {
  const left = new Map(
    (seq.items as Node[]).map((item, place) => [place, { item, data: item.toJS(document) }]),
  )
  const takeOut = (place: number | undefined) => {
    const item = place === undefined ? undefined : left.get(place)?.item
    left.delete(place ?? -1)
    return item
  }
  const behind = seq.items.length - values.length
  return values
    .map((value) =>
      takeOut([...left.keys()].find((place) => isDeepStrictEqual(left.get(place)?.data, value))),
    )
    .map((same, place) => same ?? takeOut([place, place + behind].find((at) => left.has(at))))
    .map((item, place) => [item, values[place]])
}

/** Returns the old keys in their order, with new keys at the position of the schema, or else of the value. */
function mergedOrder(schema: readonly string[], old: readonly string[], now: readonly string[]): string[] {
  const order = [...old]
  for (const key of now) {
    if (order.includes(key)) continue
    const guide = schema.includes(key) ? schema : now
    const before = guide.slice(0, guide.indexOf(key)).findLast((one) => order.includes(one))
    const after = guide.slice(guide.indexOf(key) + 1).find((one) => order.includes(one))
    const place = before === undefined ? order.indexOf(after ?? '') : order.indexOf(before) + 1
    order.splice(place < 0 ? order.length : place, 0, key)
  }
  return order
}
