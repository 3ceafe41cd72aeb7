/** The policies of the last build, as the pages show them: `frontend/data/catalogue.jsonl` of the static export. */
import { readFile, stat } from 'node:fs/promises'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import * as v from 'valibot'
import { catalogueHead, catalogueItem } from '../../src/lib/contract/policies/catalogue.ts'
import { compileRates } from '../../src/lib/rules/worth/compile.ts'
import { NO_RATES } from '../../src/lib/rules/worth/formula.ts'
import type { Log } from '../log.ts'
import { itemKeeper, type KeptCatalogue, type KeptItem } from './kept-catalogue.ts'

/** Some milliseconds. */
const ITEMS_AT_ONCE = 20

/**
 * Line by line: as a whole, thousands of trees would take hundreds of megabytes and keep everybody else waiting for a
 * second.
 * @throws when the file cannot be read, is not whole, or breaks the contract: the message then names the place */
async function readCatalogue(path: string): Promise<KeptCatalogue> {
  const [head = Buffer.of(), ...sources] = linesOf(await readFile(path))
  const { items: count, rates, ...rest } = check(catalogueHead, JSON.parse(head.toString()), '')
  if (sources.length !== count) throw new TypeError(`items: ${count} expected, ${sources.length} found`)
  const keep = itemKeeper()
  const items: KeptItem[] = []
  for (const [index, source] of sources.entries()) {
    const item = check(catalogueItem, JSON.parse(source.toString()), `items.${index}`)
    items.push(keep(item, source))
    if (index % ITEMS_AT_ONCE === 0) await letOthersRun()
  }
  return { ...rest, items, rates: compileRates(rates) }
}

/** As views of the file. */
function linesOf(file: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let start = 0
  for (let end = file.indexOf('\n'); end >= 0; end = file.indexOf('\n', start)) {
    lines.push(file.subarray(start, end))
    start = end + 1
  }
  return lines
}

function check<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  place: string,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, input, { abortEarly: true })
  if (success) return output
  const [issue] = issues
  const path = [place, v.getDotPath(issue) ?? ''].filter((part) => part !== '').join('.')
  throw new TypeError(`${path}: ${issue.message}`)
}

export type LoadCatalogue = () => Promise<KeptCatalogue>

const EMPTY: KeptCatalogue = {
  built_at: new Date(0).toISOString(),
  news: [],
  policies: [],
  items: [],
  rates: compileRates(NO_RATES),
  logos: [],
  providers: [],
  funds: [],
  loans: [],
}

/** A loader of the catalogue; empty at first. */
export function catalogueFile(path: string, log: Log): LoadCatalogue {
  return builtFile({ path, read: readCatalogue, empty: EMPTY, event: 'catalogue-unreadable' }, log)
}

interface BuiltFile<Value> {
  path: string
  read: (path: string) => Promise<Value>
  /** Until the file can be read for the first time. */
  empty: Value
  /** Name of the warning. */
  event: string
}

/**
 * A loader that reads a file of the build again when it has changed. The API stays up without a build: an unreadable file
 * gives what was read last, and one warning until it is readable again.
 */
export function builtFile<Value>(
  { path, read, empty, event }: BuiltFile<Value>,
  log: Log,
): () => Promise<Value> {
  let loaded = empty
  let version = ''
  let warned = false
  let loading: Promise<Value> | undefined

  const load = async () => {
    try {
      const { mtimeMs, size } = await stat(path)
      const found = `${mtimeMs}/${size}`
      if (found !== version) {
        loaded = await read(path)
        version = found
      }
      warned = false
    } catch (error) {
      if (!warned) log({ level: 'warn', event, path, error: String(error) })
      warned = true
    }
    return loaded
  }
  // Requests that come together share one look at the file: it may be large.
  return () => {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }
}
