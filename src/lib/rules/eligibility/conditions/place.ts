/** Conditions on region and industry. An answer coarser than the condition (广东省 for 广州市) is open. */
import { regionContains } from '../../regions.ts'
import { industryContains, readIndustry } from '../industries.ts'
import type { Operator, RuleValue } from '../tree.ts'
import { type MadeTest, MET, UNKNOWN, UNMET, verdictOf } from './finding.ts'

interface Nesting {
  read: (code: unknown) => string | undefined
  contains: (outer: string, inner: string) => boolean
}

export const NESTINGS: Record<'region' | 'industry', Nesting> = {
  region: { read: readRegion, contains: regionContains },
  industry: { read: readIndustry, contains: industryContains },
}

function readRegion(code: unknown): string | undefined {
  return typeof code === 'string' && /^([1-8]\d{5}|000000)$/.test(code) ? code : undefined
}

export function testPlace(fact: 'region' | 'industry', op: Operator, value: RuleValue): MadeTest {
  if (op !== 'within' && op !== 'not_within') return `地区和行业不能用 ${op}`
  const { read, contains } = NESTINGS[fact]
  const codes = [value].flat()
  if (codes.length === 0) return '代码的列表是空的'
  const outers = codes.map(read).filter((code) => code !== undefined)
  if (outers.length < codes.length) return '代码不对（要写成带引号的文字）'
  return ({ facts }) => {
    const inner = facts[fact]
    if (inner === undefined || inner === null) return UNKNOWN
    if (outers.some((outer) => contains(outer, inner))) return verdictOf(op === 'within')
    if (outers.some((outer) => contains(inner, outer))) return UNKNOWN
    return op === 'within' ? UNMET : MET
  }
}
