/**
 * Reads the catalogue item by item: as a whole, thousands of trees would take hundreds of megabytes and keep everybody
 * else waiting for a second.
 */
import { readFile } from 'node:fs/promises'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import * as v from 'valibot'
import { catalogue, catalogueItem } from '../../src/lib/contract/policies/catalogue.ts'
import { cutList } from './cut-list.ts'
import { itemKeeper, type KeptCatalogue, type KeptItem } from './kept.ts'

/** Some milliseconds. */
const ITEMS_AT_ONCE = 20

const withoutItems = v.object({ ...catalogue.entries, items: v.strictTuple([]) })

/** @throws when the file cannot be read, is no JSON, or breaks the contract: the message then names the place */
export async function readCatalogue(path: string): Promise<KeptCatalogue> {
  const { rest, elements } = cutList(await readFile(path), 'items')
  const parsed = check(withoutItems, JSON.parse(rest), '')
  const keep = itemKeeper()
  const items: KeptItem[] = []
  for (const [index, source] of elements.entries()) {
    const item = check(catalogueItem, JSON.parse(source.toString()), `items.${index}.`)
    items.push(keep(item, source))
    if (index % ITEMS_AT_ONCE === 0) await letOthersRun()
  }
  return { ...parsed, items }
}

function check<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  place: string,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, input, { abortEarly: true })
  if (success) return output
  const [issue] = issues
  throw new TypeError(`${place}${v.getDotPath(issue) ?? ''}: ${issue.message}`)
}
