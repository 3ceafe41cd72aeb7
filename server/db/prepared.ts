/** Queries on the path of every request: built and compiled once, then only given their values. */
import type { Compilable, CompiledQuery, InferResult } from 'kysely'
import type { Database } from './schema.ts'

type Values = Record<string, string | number>

/** Stands in the query for a value that comes later. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query with named values. `build` is called once a database; it must put each value as it is into the query, and
 * decide nothing by it.
 */
export function prepare<Given extends Values, Query extends Compilable<unknown>>(
  build: (db: Database, values: Given) => Query,
): (db: Database, values: Given) => Promise<InferResult<Query>> {
  const compiled = new WeakMap<Database, CompiledQuery>()
  return async (db, values) => {
    let query = compiled.get(db)
    if (!query) {
      query = build(db, slotsFor(values)).compile() as CompiledQuery
      compiled.set(db, query)
    }
    const parameters = query.parameters.map((part) => (part instanceof Slot ? values[part.name] : part))
    const { rows } = await db.executeQuery({ ...query, parameters })
    return rows as InferResult<Query>
  }
}

function slotsFor<Given extends Values>(values: Given): Given {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as unknown as Given
}
