/**
 * Writes values into a text of YAML as a careful person would. The library prints the document before and after; only
 * lines in which the two differ go into the text, so that all others keep their comments, quotes and spaces.
 */
import { isDeepStrictEqual } from 'node:util'
import { applyPatch, structuredPatch } from 'diff'
import {
  type Document,
  isMap,
  isPair,
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

/** `yaml` is undefined where there are no two marks. */
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

/** The text of a whole file, saying `data` in its YAML. */
export function writeData(text: string, data: unknown, collection: CollectionName | null): string {
  if (collection === null) return editYaml(text, data, undefined)
  const { yaml, at } = splitText(text)
  if (yaml === undefined) return text
  return text.slice(0, at) + editYaml(yaml, data, collection) + text.slice(at + yaml.length)
}

type Path = readonly string[]

interface Editing {
  document: Document
  schema: Zod | undefined
  /** How texts, lists and groups are written so far, by the place that they have. */
  likes: Map<string, (string | boolean)[]>
}

export function editYaml(text: string, data: unknown, collection: CollectionName | undefined): string {
  const document: Document = parseDocument(text, { uniqueKeys: false })
  if (isDeepStrictEqual(document.toJS(), data)) return text
  const editing: Editing = {
    document,
    schema: collection && (COLLECTION_SCHEMAS[collection] as unknown as Zod),
    likes: new Map(),
  }
  learn(editing, document.contents, [])
  const before = print(document, text)
  document.contents = remake(editing, document.contents, data, []) as typeof document.contents
  const after = print(document, text)
  const edited = graft(text, before, after)
  // Lines that are further in than the library has them do not go together with those that it wrote.
  const made = parseDocument(edited || '')
  return edited && made.errors.length === 0 && isDeepStrictEqual(made.toJS(), data) ? edited : after
}

/** Longer groups in brackets are written on lines, in texts that have such. */
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
    // The text in it is never broken.
    Pair: (_, pair) => setWays(pair, {}, 0),
  })
  return document.toString({
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
    trailingComma: true,
    indentSeq: !/^[^\s#-].*:[ \t]*\r?\n- /m.test(text),
  })
}

/** The text with what is other in `after` than in `before`, which says the same as the text in other spaces and breaks. */
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

/** A node that says `value`: the old one where it can be, with its comments, its quotes, and what is in it. */
function remake(editing: Editing, old: Node | null | undefined, value: unknown, path: Path): Node {
  const { document, schema } = editing
  if (old && isDeepStrictEqual(old.toJS(document), value)) return old
  if (isMap(old) && isRecord(value) && old.items.length > 0) {
    const pairs = new Map(old.items.map((pair) => [keyOf(pair), pair as Pair]))
    const order = mergedOrder(Object.keys(shapeAt(schema, path)), [...pairs.keys()], Object.keys(value))
    old.items = order
      .filter((key) => value[key] !== undefined)
      .map((key) => {
        const pair = pairs.get(key) ?? document.createPair(key, null)
        pair.value = remake(editing, pair.value as Node | null, value[key], [...path, key])
        return pair
      })
    return old
  }
  if (isSeq(old) && Array.isArray(value) && old.items.length > 0) {
    old.items = remadeItems(old, value, document).map(([item, own]) =>
      remake(editing, item, own, [...path, '0']),
    )
    return old
  }
  const node = document.createNode(value) as Node
  dress(editing, node, path)
  if (isScalar(old) && isScalar(node) && typeof old.value === typeof value)
    Object.assign(node, { type: old.type })
  const { commentBefore, comment, spaceBefore } = old ?? {}
  return Object.assign(node, { commentBefore, comment, spaceBefore })
}

/** For each value the item that says it, wherever it stood, or else that in whose place it stands. */
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

/** The old keys in their order, the new ones where the schema, or else the value itself, has them. */
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

/** Items by the name of their list. */
const placeOf = (path: Path): string => `${path[0]}/${path.at(-1) === '0' ? path.at(-2) : ''}${path.at(-1)}`

function learn({ likes }: Editing, node: unknown, path: Path): void {
  const note = (place: string, way: string | boolean) => likes.set(place, [...(likes.get(place) ?? []), way])
  each(node, path, (one, at) => {
    if (!isScalar(one)) note(placeOf(at), Boolean((one as YAMLSeq).flow))
    else if (typeof one.value === 'string') {
      const way = one.type === Scalar.PLAIN ? one.type : Scalar.QUOTE_DOUBLE
      note(placeOf(at), way)
      note(`${at[0]}`, way)
    }
  })
}

function each(node: unknown, path: Path, visitor: (node: Node, path: Path) => void): void {
  if (isPair(node)) each(node.value, [...path, keyOf(node)], visitor)
  if (isSeq(node) || isScalar(node) || isMap(node)) visitor(node, path)
  if (isMap(node)) for (const pair of node.items) each(pair, path, visitor)
  if (isSeq(node)) for (const item of node.items) each(item, [...path, '0'], visitor)
}

/** New nodes are written as others of their place, then as others of their part, then by the ways of the house. */
function dress({ likes, schema, document }: Editing, made: Node, path: Path): void {
  each(made, path, (node, at) => {
    const [like, near] = [likes.get(placeOf(at)), likes.get(`${at[0]}`)]
    if (!isScalar(node)) {
      const isTree = !schema || at[0] === 'eligibility' || at[0] === 'benefit'
      ;(node as YAMLSeq).flow = like ? mostOf(like, true) : isTree && isShort(node.toJS(document))
    } else if (typeof node.value === 'string') {
      const isPlain = isPlainField(schema, at, node.value) || mostOf(like ?? near ?? [], Scalar.PLAIN)
      node.type = isPlain ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE
    }
  })
}

const mostOf = (ways: readonly unknown[], way: unknown) =>
  ways.filter((one) => one === way).length * 2 > ways.length

/** A condition stands on lines, what is in it on one. */
function isShort(value: object): boolean {
  const parts = Object.values(value)
  const isDeep = parts.some((part) => Object.values(part ?? {}).some((own) => typeof own === 'object'))
  return !isDeep && !('clause' in value) && JSON.stringify(value).length <= LINE
}

interface Zod {
  def: {
    type: string
    innerType?: Zod
    element?: Zod
    in?: Zod
    options?: Zod[]
    shape?: Record<string, Zod>
  }
}

function unwrapped(schema: Zod | undefined): Zod | undefined {
  const { innerType, in: input } = schema?.def ?? {}
  const inner = innerType ?? input
  return inner ? unwrapped(inner) : schema
}

/** All keys that are known at a path. */
function shapeAt(schema: Zod | undefined, path: Path): Record<string, Zod> {
  const own = unwrapped(schemaAt(schema, path))
  const options = own?.def.type === 'union' ? (own.def.options ?? []) : [own]
  return Object.assign({}, ...options.map((option) => unwrapped(option)?.def.shape))
}

function schemaAt(schema: Zod | undefined, path: Path): Zod | undefined {
  const [key, outer] = [path.at(-1), path.slice(0, -1)]
  if (key === undefined) return schema
  const own = unwrapped(schemaAt(schema, outer))
  return own?.def.type === 'array' ? own.def.element : shapeAt(schema, outer)[key]
}

/** Words of a list, days and addresses: nothing in them has to be told from another type. */
function isPlainField(schema: Zod | undefined, path: Path, value: string): boolean {
  const type = unwrapped(schemaAt(schema, path))?.def.type
  return type === 'enum' || type === 'literal' || /^\d{4}-\d\d-\d\d$|^https?:\/\/\S+$/.test(value)
}
