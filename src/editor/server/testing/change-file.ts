/** Test helpers for the workbench's writing: the files of the library, and checks that hold for a change to any of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diffLines } from 'diff'
import { expect } from 'vitest'
import { type Change, changeData } from '../../document.ts'
import { changeText, dataOf } from '../documents.ts'

const ROOT = 'src/content'
export const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(md|yaml)$/.test(name))
  .sort()
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

type Path = (string | number)[]

/** Returns every leaf value with its path. */
export function leaves(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([key, own]) =>
    leaves(own, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

export const linesChanged = (before: string, after: string) =>
  diffLines(before, after)
    .filter(({ added, removed }) => added || removed)
    .reduce((sum, { count }) => sum + count, 0)

/** Checks that an unchanged value keeps the text, and that changing or removing a value keeps all other lines. */
export function checkChanges({ file, text }: { file: string; text: string }): void {
  const { data, body } = dataOf(file, text)
  const all = leaves(data)
  // Picks a different value in each file.
  const { path = [], value } = all[(text.length * 7) % all.length] ?? {}
  const same: Change[] = [{ path, value }, ...(file.endsWith('.md') ? [{ body }] : [])]
  expect(changeText(file, text, same)).toBe(text)

  const other = typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value}改`
  for (const [change, most] of [
    [{ path, value: other }, 2],
    // The first item of a list: after its removal the next one follows the dash.
    [{ path }, 3],
  ] as const) {
    const changed = changeText(file, text, [change])
    expect(dataOf(file, changed).data).toEqual(changeData(data, [change]))
    expect(linesChanged(text, changed), path.join('.')).toBeLessThanOrEqual(most)
  }
}
