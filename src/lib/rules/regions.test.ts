import { describe, expect, test } from 'vitest'
import { NATION, regionContains, regionLine, regionNearness } from './regions.ts'

const GUANGDONG = '440000'
const GUANGZHOU = '440100'
const TIANHE = '440106'
const YUEXIU = '440104'
const SHENZHEN = '440300'
const ZHEJIANG = '330000'

describe('line', () => {
  test.each([
    [NATION, [NATION]],
    [GUANGDONG, [NATION, GUANGDONG]],
    [GUANGZHOU, [NATION, GUANGDONG, GUANGZHOU]],
    [TIANHE, [NATION, GUANGDONG, GUANGZHOU, TIANHE]],
  ])('%s', (code, line) => {
    expect(regionLine(code)).toEqual(line)
  })
})

describe('contains', () => {
  test.each([
    [NATION, TIANHE, true],
    [NATION, NATION, true],
    [GUANGZHOU, GUANGZHOU, true],
    [GUANGDONG, TIANHE, true],
    [GUANGZHOU, TIANHE, true],
    [TIANHE, GUANGZHOU, false],
    [SHENZHEN, TIANHE, false],
    [ZHEJIANG, NATION, false],
  ])('%s contains %s: %s', (outer, inner, contained) => {
    expect(regionContains(outer, inner)).toBe(contained)
  })
})

describe('nearness to a visitor', () => {
  test.each([
    ['the same 区县', TIANHE, TIANHE, 3],
    ['the 市 of the visitor', GUANGZHOU, TIANHE, 2],
    ['the 省 of the visitor', GUANGDONG, TIANHE, 1],
    ['全国', NATION, TIANHE, 0],
    ['another 区 of the same 市', YUEXIU, TIANHE, -1],
    ['another 市', SHENZHEN, TIANHE, -1],
    ['another 省', ZHEJIANG, TIANHE, -1],
    ['a 区 inside the chosen 市', TIANHE, GUANGZHOU, 2],
    ['a 市 inside the chosen 省', SHENZHEN, GUANGDONG, 1],
    ['全国 for who chose 全国', NATION, NATION, 0],
    ['a 省 for who chose 全国', GUANGDONG, NATION, -1],
  ])('%s', (_, policy, visitor, nearness) => {
    expect(regionNearness(policy, visitor)).toBe(nearness)
  })
})
