import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { GOLDEN_DAY } from './check/golden-company.ts'
import { readCollection } from './check/library.ts'
import { readExclusions, rivalsOf } from './exclusions.ts'
import { makeSimilar } from './similar.ts'

const CONTENT = fileURLToPath(new URL('../../content', import.meta.url))
const { entries } = await readCollection(CONTENT, 'interpretations')
const { exclusions } = await readExclusions(CONTENT)
const similar = makeSimilar(
  entries.map(({ data }) => data),
  (id) => rivalsOf(exclusions, id).map((rival) => rival.id),
)
const idsFor = (id: number) => similar({ id }, GOLDEN_DAY).map((other) => other.id)

test('beside a certificate the way to it, beside a local loan the national one, beside 加计扣除 no 养老托育', () => {
  expect(idsFor(2)).toContain(15)
  expect(idsFor(10)[0]).toBe(52)
  expect(idsFor(3)).not.toContain(37)
})

test('beside a local policy nothing of another place, and nothing that is over', () => {
  for (const { data } of entries.filter((entry) => entry.data.region.startsWith('44')))
    for (const other of similar(data, GOLDEN_DAY)) expect(['00', '44']).toContain(other.region.slice(0, 2))
  expect(entries.flatMap(({ data }) => idsFor(data.id))).not.toContain(12)
})
