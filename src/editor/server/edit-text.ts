/**
 * Writes values into a text of YAML as a careful person would: only what changed is written anew, in the place that the
 * schema's order gives it and in the style of the lines around it. All other bytes stay.
 */
import { isDeepStrictEqual } from 'node:util'
import { diffArrays } from 'diff'
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
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

interface Splice {
  start: number
  end: number
  text: string
}

interface Editing {
  text: string
  document: Document.Parsed
  splices: Splice[]
  /** Keys in the schema's order, of the map at a path. */
  orderAt(path: readonly string[]): readonly string[]
  /** Whether new text at a path stands without quotes: it is one of a few words. */
  isPlain(path: readonly string[], value: string): boolean
}

export function editYaml(text: string, data: unknown, collection: CollectionName | undefined): string {
  const document = parseDocument(text)
  if (isDeepStrictEqual(document.toJS(), data)) return text
  const schema = collection && COLLECTION_SCHEMAS[collection]
  const editing: Editing = {
    ...{ text, document, splices: [] },
    orderAt: (path) => Object.keys(shapeAt(schema, path) ?? {}),
    isPlain: (path, value) => isPlainField(schema, path, value),
  }
  try {
    if (!document.contents) throw new Error('empty')
    reconcile(editing, document.contents, data, [], 0)
    const edited = join(text, editing.splices)
    if (isDeepStrictEqual(parseDocument(edited).toJS(), data)) return edited
  } catch {
    // Anchors, tags, keys that are lists: below.
  }
  // What the rules above cannot write is written by the library, values alone: right, though not as it was laid out.
  const whole = document.createNode(data)
  document.contents = whole as typeof document.contents
  return document.toString({ lineWidth: 0 })
}

/** In one pass from the start: at one place, what is put in comes before what is taken away. */
function join(text: string, splices: readonly Splice[]): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  let made = ''
  let at = 0
  for (const { start, end, text: own } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at) throw new Error('two changes in one place')
    made += text.slice(at, start) + own.replaceAll('\n', newline)
    at = end
  }
  return made + text.slice(at)
}

const jsOf = (node: unknown, { document }: Editing): unknown =>
  node === null ? null : (node as Node).toJS(document)

const startOf = (node: unknown): number => (node as Node).range?.[0] ?? 0
const endOf = (node: unknown): number => (node as Node).range?.[1] ?? 0
const keyOf = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key)

/** Has `node` say `value`. `indent`: the column at which its own lines would begin. */
function reconcile(editing: Editing, node: Node, value: unknown, path: string[], indent: number): void {
  if (isDeepStrictEqual(jsOf(node, editing), value)) return
  if (isMap(node) && isRecord(value) && node.items.length > 0 && Object.keys(value).length > 0) {
    const write = node.flow ? flowMap : blockMap
    write(editing, node, value, path)
    return
  }
  if (isSeq(node) && Array.isArray(value) && node.items.length > 0 && value.length > 0) {
    const write = node.flow ? flowSeq : blockSeq
    write(editing, node, value, path)
    return
  }
  replaceNode(editing, node, value, path, indent)
}

function replaceNode(editing: Editing, node: Node, value: unknown, path: string[], indent: number): void {
  const { text, splices } = editing
  const written = print(editing, value, path, indent, styleOf(node))
  const isBlockNow = !isScalar(node) && !(node as YAMLMap).flow
  let start = startOf(node)
  // A list or map of lines begins below its key, a scalar behind it.
  if (written.startsWith('\n') || isBlockNow) {
    while (start > 0 && /[ \t\r\n]/.test(text[start - 1] ?? '')) start -= 1
    // Comments between the key and its lines stay with the key.
    const comment = /#[^\n]*$/.exec(text.slice(lineStart(text, start), start))
    if (comment && !written.startsWith('\n')) throw new Error('a comment in between')
  }
  const isEmpty = startOf(node) === endOf(node)
  const lead = written.startsWith('\n') || (!isBlockNow && !isEmpty) ? '' : ' '
  const end = isBlockNow || isBlockScalar(node) ? trimEnd(text, endOf(node)) : endOf(node)
  splices.push({ start: isEmpty && lead ? endOf(node) : start, end, text: lead + written })
}

function isBlockScalar(node: Node): boolean {
  return isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED)
}

function trimEnd(text: string, end: number): number {
  let at = end
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at -= 1
  return at
}

function blockMap(editing: Editing, map: YAMLMap, value: Record<string, unknown>, path: string[]): void {
  const { text, splices } = editing
  const indent = columnOf(text, startOf(map.items[0]?.key))
  const old = map.items.map((pair) => ({ pair, key: keyOf(pair) }))
  const kept = old.filter(({ key }) => Object.hasOwn(value, key))
  const order = mergedOrder(
    editing.orderAt(path),
    old.map(({ key }) => key),
    Object.keys(value),
  )
  for (const [place, { pair, key }] of old.entries()) {
    if (Object.hasOwn(value, key)) {
      setPair(editing, pair, value[key], [...path, key], indent)
      continue
    }
    const start = startOf(pair.key)
    const next = old[place + 1]
    const isFirstOnLine = /^[ \t]*$/.test(text.slice(lineStart(text, start), start))
    if (isFirstOnLine)
      splices.push({ start: lineStart(text, start), end: linesEnd(text, endOfPair(pair)), text: '' })
    else if (next) splices.push({ start, end: startOf(next.pair.key), text: '' })
    else throw new Error('the last key on the line of a list')
  }
  const pad = ' '.repeat(indent)
  for (const key of order.filter(
    (one) => Object.hasOwn(value, one) && !old.some((other) => other.key === one),
  )) {
    const before = order.slice(0, order.indexOf(key))
    const previous = old.findLast((other) => before.includes(other.key))
    const own = `${printKey(key)}:${spaced(print(editing, value[key], [...path, key], indent))}`
    if (previous) {
      const at = linesEnd(text, endOfPair(previous.pair))
      const lead = at > 0 && text[at - 1] !== '\n' ? '\n' : ''
      splices.push({ start: at, end: at, text: `${lead}${pad}${own}\n` })
    } else {
      const at = startOf((kept[0] ?? old[0])?.pair.key)
      splices.push({ start: at, end: at, text: `${own}\n${pad}` })
    }
  }
}

/** The value of a pair that is in the text. */
function setPair(editing: Editing, pair: Pair, value: unknown, path: string[], indent: number): void {
  const { text, splices } = editing
  if (pair.value === null) {
    if (value === null) return
    const colon = text.indexOf(':', endOf(pair.key)) + 1
    splices.push({ start: colon, end: colon, text: spaced(print(editing, value, path, indent)) })
    return
  }
  reconcile(editing, pair.value as Node, value, path, indent)
}

function blockSeq(editing: Editing, seq: YAMLSeq, value: readonly unknown[], path: string[]): void {
  const { text, splices } = editing
  const items = seq.items as Node[]
  const dashes = items.map((item, place) =>
    dashBefore(text, startOf(item), place === 0 ? 0 : endOf(items[place - 1])),
  )
  const indent = columnOf(text, dashes[0] ?? 0)
  if (dashes.some((dash) => !/^[ \t]*$/.test(text.slice(lineStart(text, dash), dash)))) {
    // A list that begins on the line of another one: nothing of it stands on lines of its own.
    nestedSeq(editing, seq, value, path)
    return
  }
  const sources = items.map((item, place) => {
    const start = lineStart(text, dashes[place] ?? 0)
    return { start, end: linesEnd(text, endOf(item)) }
  })
  // Those that only change their place take their own lines with them.
  const moved = new Map<string, string>()
  const steps = pairedSteps(
    items.map((item) => jsOf(item, editing)),
    value,
  )
  for (const { was, now } of steps) {
    if (now !== undefined || was === undefined) continue
    const source = sources[was]
    if (source) moved.set(JSON.stringify(jsOf(items[was], editing)), text.slice(source.start, source.end))
  }
  let at = sources[0]?.start ?? 0
  for (const { was, now } of steps) {
    const source = was === undefined ? undefined : sources[was]
    if (source && now === undefined) splices.push({ ...source, text: '' })
    else if (source) {
      const item = items[was as number] as Node
      reconcileItem(editing, item, dashes[was as number] ?? 0, value[now as number], [...path, '0'], indent)
    } else {
      const own = value[now as number]
      const lead = at > 0 && text[at - 1] !== '\n' ? '\n' : ''
      const lines =
        moved.get(JSON.stringify(own)) ??
        `${' '.repeat(indent)}-${spacedItem(print(editing, own, [...path, '0'], indent + 2), indent + 2)}\n`
      splices.push({ start: at, end: at, text: lead + lines })
    }
    if (source) at = source.end
  }
}

function reconcileItem(
  editing: Editing,
  item: Node,
  dash: number,
  value: unknown,
  path: string[],
  indent: number,
): void {
  const isSame = isDeepStrictEqual(jsOf(item, editing), value)
  const isBoth =
    (isMap(item) && isRecord(value) && item.items.length > 0 && Object.keys(value).length > 0) ||
    (isSeq(item) && Array.isArray(value) && item.items.length > 0 && value.length > 0)
  if (isSame) return
  if (isBoth || (isScalar(item) && !isBlockScalar(item) && !isContainer(value))) {
    reconcile(editing, item, value, path, indent + 2)
    return
  }
  const written = spacedItem(print(editing, value, path, indent + 2, styleOf(item)), indent + 2)
  editing.splices.push({ start: dash + 1, end: trimEnd(editing.text, endOf(item)), text: written })
}

/** Written anew as a whole, from its own column. */
function nestedSeq(editing: Editing, seq: YAMLSeq, value: readonly unknown[], path: string[]): void {
  const start = dashBefore(editing.text, startOf(seq.items[0]), 0)
  const column = columnOf(editing.text, start)
  const lines = value.map(
    (own) => `-${spacedItem(print(editing, own, [...path, '0'], column + 2), column + 2)}`,
  )
  editing.splices.push({
    start,
    end: trimEnd(editing.text, endOf(seq)),
    text: lines.join(`\n${' '.repeat(column)}`),
  })
}

function flowMap(editing: Editing, map: YAMLMap, value: Record<string, unknown>, path: string[]): void {
  const old = map.items.map((pair) => ({ pair, key: keyOf(pair) }))
  const isSameKeys =
    old.length === Object.keys(value).length && old.every(({ key }) => Object.hasOwn(value, key))
  if (isSameKeys) {
    for (const { pair, key } of old)
      setFlow(editing, pair.value as Node | null, pair, value[key], [...path, key])
    return
  }
  const order = mergedOrder(
    editing.orderAt(path),
    old.map(({ key }) => key),
    Object.keys(value),
  )
  const parts = order
    .filter((key) => Object.hasOwn(value, key))
    .map((key) => {
      const pair = old.find((other) => other.key === key)?.pair
      const isSame = pair && isDeepStrictEqual(jsOf(pair.value, editing), value[key])
      return isSame
        ? editing.text.slice(startOf(pair.key), pair.value ? endOf(pair.value) : endOf(pair.key))
        : `${printKey(key)}: ${printFlow(editing, value[key], [...path, key])}`
    })
  rebuildFlow(editing, map, parts, ['{ ', ' }'])
}

function flowSeq(editing: Editing, seq: YAMLSeq, value: readonly unknown[], path: string[]): void {
  const items = seq.items as Node[]
  if (items.length === value.length) {
    for (const [place, item] of items.entries()) setFlow(editing, item, null, value[place], [...path, '0'])
    return
  }
  const steps = pairedSteps(
    items.map((item) => jsOf(item, editing)),
    value,
  )
  const parts = steps.flatMap(({ was, now }) => {
    if (now === undefined) return []
    const item = was === undefined ? undefined : items[was]
    return item && isDeepStrictEqual(jsOf(item, editing), value[now])
      ? editing.text.slice(startOf(item), endOf(item))
      : printFlow(editing, value[now], [...path, '0'])
  })
  rebuildFlow(editing, seq, parts, ['[', ']'])
}

function setFlow(
  editing: Editing,
  node: Node | null,
  pair: Pair | null,
  value: unknown,
  path: string[],
): void {
  if (isDeepStrictEqual(jsOf(node, editing), value)) return
  if (node === null) {
    const at = endOf(pair?.key)
    editing.splices.push({ start: at, end: at, text: `: ${printFlow(editing, value, path)}` })
  } else if (isMap(node) && isRecord(value) && node.items.length > 0 && Object.keys(value).length > 0) {
    flowMap(editing, node, value, path)
  } else if (isSeq(node) && Array.isArray(value) && node.items.length > 0 && value.length > 0) {
    flowSeq(editing, node, value, path)
  } else {
    const text = printFlow(editing, value, path, styleOf(node))
    editing.splices.push({ start: startOf(node), end: endOf(node), text })
  }
}

/** One that stands on several lines keeps its lines. */
function rebuildFlow(
  { text, splices }: Editing,
  node: YAMLMap | YAMLSeq,
  parts: readonly string[],
  [open, close]: [string, string],
): void {
  const [start, end] = [startOf(node), endOf(node)]
  const lines = /^[[{][ \t]*(\r?\n[ \t]*)/.exec(text.slice(start, end))?.[1]
  const last = /(,?\r?\n[ \t]*)[\]}]$/.exec(text.slice(start, end))?.[1]
  const own =
    lines && last
      ? `${open.trim()}${lines}${parts.join(`,${lines}`)}${last}${close.trim()}`
      : `${open}${parts.join(', ')}${close}`
  splices.push({ start, end, text: own })
}

/** Each item of either list: its place before, its place now, or both where it is the same or was put in its place. */
function pairedSteps(old: readonly unknown[], value: readonly unknown[]): { was?: number; now?: number }[] {
  const steps: { was?: number; now?: number }[] = []
  let was = 0
  let now = 0
  let gone: number[] = []
  const flush = (added: number) => {
    const both = Math.min(gone.length, added)
    for (let place = 0; place < both; place++) steps.push({ was: gone[place] as number, now: now++ })
    for (const place of gone.slice(both)) steps.push({ was: place })
    for (let place = both; place < added; place++) steps.push({ now: now++ })
    gone = []
  }
  for (const part of diffArrays([...old], [...value], { comparator: isDeepStrictEqual })) {
    const { length } = part.value
    if (part.removed) gone = [...gone, ...Array.from({ length }, () => was++)]
    else if (part.added) {
      const isMoved = part.value.some((item) => old.some((other) => isDeepStrictEqual(other, item)))
      if (isMoved) {
        const own = gone
        gone = []
        for (const place of own) steps.push({ was: place })
      }
      flush(length)
    } else {
      flush(0)
      for (let place = 0; place < length; place++) steps.push({ was: was++, now: now++ })
    }
  }
  flush(0)
  return steps
}

/** The old keys in their order, the new ones where the schema, or else the value itself, has them. */
function mergedOrder(schema: readonly string[], old: readonly string[], now: readonly string[]): string[] {
  const order = [...old]
  for (const key of now) {
    if (order.includes(key)) continue
    const guide = schema.includes(key) ? schema : now
    const before = guide.slice(0, guide.indexOf(key)).findLast((one) => order.includes(one))
    if (before !== undefined) order.splice(order.indexOf(before) + 1, 0, key)
    else {
      const after = guide.slice(guide.indexOf(key) + 1).find((one) => order.includes(one))
      order.splice(after === undefined ? order.length : order.indexOf(after), 0, key)
    }
  }
  return order
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
const isRecord = (value: unknown): value is Record<string, unknown> =>
  isContainer(value) && !Array.isArray(value)

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** The start of the line behind the one on which something ends, its comment included. */
function linesEnd(text: string, at: number): number {
  if (at > 0 && text[at - 1] === '\n') return at
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

function columnOf(text: string, at: number): number {
  return at - lineStart(text, at)
}

function endOfPair(pair: Pair): number {
  return pair.value === null ? endOf(pair.key) + 1 : Math.max(trimmedEnd(pair.value), endOf(pair.key) + 1)
}

/** Blank lines behind a list belong to nobody; those of a text of lines do. */
function trimmedEnd(node: unknown): number {
  return endOf(node)
}

function dashBefore(text: string, at: number, from: number): number {
  const dash = text.lastIndexOf('-', at - 1)
  if (dash < from || !/^-[\s]*$/.test(text.slice(dash, at).replace(/#[^\n]*/g, '')))
    throw new Error('no dash')
  return dash
}

type Style = 'double' | 'single' | 'plain' | 'block' | undefined

function styleOf(node: unknown): Style {
  if (!isScalar(node)) return undefined
  switch (node.type) {
    case Scalar.QUOTE_DOUBLE:
      return 'double'
    case Scalar.QUOTE_SINGLE:
      return 'single'
    case Scalar.PLAIN:
      return typeof node.value === 'string' ? 'plain' : undefined
    default:
      return 'block'
  }
}

/** As it stands behind `key:`; what begins with a line break stands on the lines below. */
function print(editing: Editing, value: unknown, path: string[], indent: number, style?: Style): string {
  if (!isContainer(value)) return printScalar(editing, value, path, style, indent)
  const flow = flowIfShort(editing, value, path, indent)
  if (flow !== undefined) return flow
  const pad = ' '.repeat(indent + 2)
  if (Array.isArray(value)) {
    return value
      .map((own) => {
        const item = print(editing, own, [...path, '0'], indent + 4)
        return `\n${pad}-${spacedItem(item, indent + 4)}`
      })
      .join('')
  }
  return Object.entries(value)
    .filter(([, own]) => own !== undefined)
    .map(
      ([key, own]) => `\n${pad}${printKey(key)}:${spaced(print(editing, own, [...path, key], indent + 2))}`,
    )
    .join('')
}

const spaced = (written: string) => (written.startsWith('\n') ? written : ` ${written}`)

/** Behind a dash, the first line of a map or a list stands on the line of the dash. */
function spacedItem(written: string, indent: number): string {
  if (!written.startsWith('\n')) return ` ${written}`
  // Printed two columns further in, as below a key.
  const lines = written.slice(1).split('\n')
  const extra = (/^ */.exec(lines[0] ?? '')?.[0].length ?? 0) - indent
  const moved = lines.map((line) => line.slice(Math.min(extra, /^ */.exec(line)?.[0].length ?? 0)))
  return ` ${moved.join('\n').trimStart()}`
}

/** Trees, formulas and companies are written on one line where they fit; lists of papers and steps never. */
const ON_ONE_LINE = new Set(['eligibility', 'benefit', 'window', 'amount', 'checked', 'source', 'official'])
const LINE = 100

function flowIfShort(editing: Editing, value: object, path: string[], indent: number): string | undefined {
  const isEmpty = Object.keys(value).length === 0
  if (isEmpty) return Array.isArray(value) ? '[]' : '{}'
  const isTree = path[0] === 'eligibility' || path[0] === 'benefit' || editing.orderAt([]).length === 0
  if (!isTree || (path.length < 2 && ON_ONE_LINE.has(path[0] ?? ''))) return undefined
  const parts: unknown[] = Object.values(value)
  const hasClause = 'clause' in value && isContainer(value.clause)
  if (hasClause || ['all', 'any', 'of', 'steps', 'own', 'tiers', 'companies'].includes(path.at(-1) ?? '')) {
    return undefined
  }
  if (parts.some((part) => isContainer(part) && Object.values(part).some(isContainer))) return undefined
  const flow = printFlow(editing, value, path)
  const isClause = path.at(-1) === 'clause' || path.at(-1) === 'facts'
  return isClause || indent + (path.at(-1)?.length ?? 0) + flow.length <= LINE ? flow : undefined
}

function printFlow(editing: Editing, value: unknown, path: string[], style?: Style): string {
  if (!isContainer(value)) return printScalar(editing, value, path, style, null)
  if (Array.isArray(value)) {
    return `[${value.map((own) => printFlow(editing, own, [...path, '0'])).join(', ')}]`
  }
  const pairs = Object.entries(value).filter(([, own]) => own !== undefined)
  if (pairs.length === 0) return '{}'
  return `{ ${pairs.map(([key, own]) => `${printKey(key)}: ${printFlow(editing, own, [...path, key])}`).join(', ')} }`
}

function printKey(key: string): string {
  const plain = plainText(key, true)
  return plain === key ? key : JSON.stringify(key)
}

/** `indent` is null inside of brackets. */
function printScalar(
  editing: Editing,
  value: unknown,
  path: string[],
  style: Style,
  indent: number | null,
): string {
  if (typeof value !== 'string') return value === undefined ? 'null' : String(value)
  if (indent !== null && style === 'block' && value.includes('\n')) return printLines(value, indent)
  const own = style ?? houseStyle(editing, path, value)
  if (own === 'plain' || own === 'single') {
    const plain = plainText(value, indent === null)
    if (plain === value && own === 'plain') return value
    if (own === 'single' && !/[\n']/.test(value)) return `'${value}'`
  }
  return quoted(value)
}

/** JSON is YAML, but for what JSON leaves as it is and YAML takes for a line break. */
function quoted(value: string): string {
  return JSON.stringify(value).replace(/[\u0085\u2028\u2029\uFEFF]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function printLines(value: string, indent: number): string {
  const pad = ' '.repeat(indent + 2)
  const end = value.endsWith('\n') ? '' : '-'
  const lines = value.replace(/\n$/, '').split('\n')
  if (/^\s|\s$/.test(value.replace(/\n$/, '')) || /[\u0085\u2028\u2029\r]/.test(value)) return quoted(value)
  return `|${end}\n${lines.map((line) => (line === '' ? '' : pad + line)).join('\n')}`
}

/** The value itself where it may stand without quotes. */
function plainText(value: string, isInFlow: boolean): string {
  if (isInFlow && /[[\]{},]/.test(value)) return ''
  return stringify(value, { lineWidth: 0 }).slice(0, -1)
}

/** As other texts of this field are written, then as other texts of the same part, then in double quotes. */
function houseStyle(editing: Editing, path: string[], value: string): Style {
  if (editing.isPlain(path, value)) return 'plain'
  const near: Style[] = []
  const same: Style[] = []
  const look = (node: unknown, at: string[]): void => {
    if (isMap(node)) for (const pair of node.items) look(pair.value, [...at, keyOf(pair)])
    else if (isSeq(node)) for (const item of node.items) look(item, [...at, '0'])
    else {
      const style = styleOf(node)
      if (style !== 'plain' && style !== 'double') return
      if (at.at(-1) === path.at(-1)) same.push(style)
      near.push(style)
    }
  }
  const top = path[0]
  const root = editing.document.contents
  if (top !== undefined && isMap(root)) look(root.get(top, true), [top])
  const styles = same.length > 0 ? same : near
  if (styles.length === 0) return 'double'
  return styles.filter((style) => style === 'plain').length * 2 > styles.length ? 'plain' : 'double'
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
  shape?: Record<string, Zod>
}

function unwrapped(schema: Zod | undefined): Zod | undefined {
  const { innerType, in: input } = schema?.def ?? {}
  const inner = innerType ?? input
  return inner ? unwrapped(inner) : schema
}

function schemaAt(schema: unknown, path: readonly string[]): Zod | undefined {
  return path.reduce<Zod | undefined>(
    (at, key) => {
      const own = unwrapped(at)
      if (own?.def.type === 'array') return own.def.element
      const options = own?.def.type === 'union' ? own.def.options : own && [own]
      return options?.map((option) => unwrapped(option)?.def.shape?.[key]).find(Boolean)
    },
    schema as Zod | undefined,
  )
}

function shapeAt(schema: unknown, path: readonly string[]): Record<string, Zod> | undefined {
  const own = unwrapped(schemaAt(schema, path))
  if (own?.def.type !== 'union') return own?.def.shape
  return Object.assign({}, ...(own.def.options ?? []).map((option) => unwrapped(option)?.def.shape))
}

/** Words of a list, days and addresses: nothing in them has to be told from another type. */
function isPlainField(schema: unknown, path: readonly string[], value: string): boolean {
  const type = unwrapped(schemaAt(schema, path))?.def.type
  return type === 'enum' || type === 'literal' || /^\d{4}-\d\d-\d\d$|^https?:\/\/\S+$/.test(value)
}
