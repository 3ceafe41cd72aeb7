import { expect, test } from 'vitest'
import { readAuthorities, spellingProblems, unregisteredReminders } from './authorities.ts'
import { readCollection } from './check/library.ts'

test("every authority in the project's texts is registered and spelled as in the register", async () => {
  const { authorities } = await readAuthorities('src/content')
  const originals = await readCollection('src/content', 'originals')
  const interpretations = await readCollection('src/content', 'interpretations')
  const entries = [...originals.entries, ...interpretations.entries]
  expect(entries.length).toBeGreaterThan(0)
  expect(spellingProblems(entries, authorities)).toEqual([])
  expect(unregisteredReminders(entries, authorities)).toEqual([])
})
