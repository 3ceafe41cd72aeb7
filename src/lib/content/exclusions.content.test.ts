/** Subsidies for the same loan or project: no two of them are ever added. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bestCombination } from '../rules/worth/combination.ts'
import { readExclusions, rivalsOf } from './exclusions.ts'

const CONTENT = fileURLToPath(new URL('../../content', import.meta.url))
const { exclusions } = await readExclusions(CONTENT)
const rivals = (id: number) => rivalsOf(exclusions, id).map((rival) => rival.id)

/** 财金〔2025〕81号, 财金〔2026〕4号; 创业担保贷款 of the nation, Guangzhou, Shanghai, Qingdao, Chongqing and Sichuan. */
const CENTRAL = [47, 48, 49]
const STARTUP_LOANS = [52, 10, 75, 83, 87, 88]

test.each(CENTRAL)('%i and another central subsidy for one loan: one of them counts', (id) => {
  expect(rivals(id)).toEqual(
    expect.arrayContaining([...CENTRAL.filter((other) => other !== id), ...STARTUP_LOANS]),
  )
})

test.each([
  [68, CENTRAL],
  [71, [48, 49]],
  [90, [48, 49]],
  [94, [48, 49]],
  [112, [48, 49]],
  [70, [71, 76]],
  [71, [76]],
])('whether %i adds up with %j is not known: the larger counts, and the reason says so', (id, others) => {
  const reasons = rivalsOf(exclusions, id).filter((rival) => others.includes(rival.id))
  expect(reasons.map((rival) => rival.id)).toEqual(others)
  for (const { reason } of reasons) expect(reason).toMatch(/没有查到.*合计只算较大的一项/)
})

test('Jiangsu regulates its combination with the centre, and so do two kinds of support for different purposes', () => {
  expect(rivals(67)).toEqual([])
  for (const id of [61, 62, 72, 73, 74, 97, 98]) expect(rivals(id)).toEqual([])
})

test('every set of rivals is tried, also for a company that is eligible for everything', () => {
  const ids = [...new Set(exclusions.flatMap(({ choices }) => choices.map(({ id }) => id)))]
  const { taken, excluded } = bestCombination(ids.map((id) => ({ id, parts: null, excludes: rivals(id) })))
  expect(taken.length + excluded.length).toBe(ids.length)
  expect(excluded.every(({ by }) => by.length > 0)).toBe(true)
})
