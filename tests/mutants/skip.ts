/** What `withSkips` calls: gives the query itself, or one that takes no notice of the next condition. */

interface State {
  /** Id of the condition that is left out; undefined: none is. */
  left: string | undefined
  /** The conditions that were met in the test file that is running. */
  met: Set<string>
}

const scope = globalThis as { conditions?: State }

/** One for the whole process: tests that begin with fresh modules load this one anew, too. */
export function state(): State {
  scope.conditions ??= { left: undefined, met: new Set() }
  return scope.conditions
}

export function skip<Query>(id: string, query: Query): Query {
  const { left, met } = state()
  met.add(id)
  if (id !== left) return query
  const unchanged = () => query
  return { where: unchanged, whereRef: unchanged, having: unchanged } as Query
}
