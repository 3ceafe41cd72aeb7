/**
 * Reads the catalogue line by line: as a whole, thousands of trees would take hundreds of megabytes and keep everybody
 * else waiting for a second.
 */
import { readFile } from 'node:fs/promises'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import * as v from 'valibot'
import { catalogueHead, catalogueItem } from '../../src/lib/contract/policies/catalogue.ts'
import { itemKeeper, type KeptCatalogue, type KeptItem } from './kept-catalogue.ts'

/** Some milliseconds. */
const ITEMS_AT_ONCE = 20

/** @throws when the file cannot be read, is not whole, or breaks the contract: the message then names the place */
export async function readCatalogue(path: string): Promise<KeptCatalogue> {
  const [head = Buffer.of(), ...sources] = linesOf(await readFile(path))
  const { items: count, ...rest } = check(catalogueHead, JSON.parse(head.toString()), '')
  if (sources.length !== count) throw new TypeError(`items: ${count} expected, ${sources.length} found`)
  const keep = itemKeeper()
  const items: KeptItem[] = []
  for (const [index, source] of sources.entries()) {
    const item = check(catalogueItem, JSON.parse(source.toString()), `items.${index}`)
    items.push(keep(item, source))
    if (index % ITEMS_AT_ONCE === 0) await letOthersRun()
  }
  return { ...rest, items }
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
