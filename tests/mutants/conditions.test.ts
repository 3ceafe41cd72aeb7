import { expect, test } from 'vitest'
import { conditionsOfServer, withSkips } from './conditions.ts'

test('each condition has a name of its own', () => {
  const conditions = conditionsOfServer('.')
  expect(conditions.length).toBeGreaterThan(300)
  expect(new Set(conditions.map(({ id }) => id)).size).toBe(conditions.length)
})

test('a query is handed over before each of its conditions, also within another', () => {
  const source = `rows.where('a', '=', 1)
  .where((row) => row.exists(db.from('b').whereRef('b.id', '=', 'a.id')))`
  expect(withSkips('server/x.ts', source, '/root')).toBe(
    `import { skip as skipMutant } from "/root/tests/mutants/skip.ts";` +
      `skipMutant("server/x.ts where((row) => row.exists(db.from('b').whereRef('b.id', '=', 'a.id'))) 1", ` +
      `skipMutant("server/x.ts where('a', '=', 1) 1", rows).where('a', '=', 1))
  .where((row) => row.exists(skipMutant("server/x.ts whereRef('b.id', '=', 'a.id') 1", db.from('b'))` +
      `.whereRef('b.id', '=', 'a.id')))`,
  )
  expect(withSkips('server/x.ts', 'here()', '/root')).toBeUndefined()
})
