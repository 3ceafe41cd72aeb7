/**
 * During a rolling upgrade the previous version's process works with the new tables: a step only adds. For a step that
 * removes or renames, docs/run-several.md has instructions.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const TAKES_AWAY =
  /\b(drop (table|column|view)|rename (to|column)|set not null|add column(?![^;]*\bdefault\b)[^;]*\bnot null)\b/i

/** The embedded database has one process, so steps for SQLite only are safe. */
function taking(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !name.endsWith('.sqlite.sql'))
    .filter((name) => TAKES_AWAY.test(readFileSync(`${folder}/${name}`, 'utf8')))
    .map((name) => name.slice(0, 4))
}

test('steps that take something away are told to whoever upgrades', () => {
  const told = readFileSync('docs/run-several.md', 'utf8')
  expect(taking('server/db/migrations').filter((step) => !told.includes(`\`${step}\``))).toEqual([])
})

test('the guard itself finds them', () => {
  expect(taking('tests/guards/samples/steps')).toEqual(['0001', '0002', '0003'])
})
