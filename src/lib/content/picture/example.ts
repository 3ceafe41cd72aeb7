/** The picture's example: a golden company with one amount above 0. */
import { existsSync, readFileSync } from 'node:fs'
import { ONE } from '../../rules/eligibility/decimal.ts'
import { STATUS_WORDS } from '../../rules/eligibility/verdict.ts'
import { goldenSchema, goldenWorth } from '../check/golden-company.ts'
import { parseYamlFields } from '../load/yaml-fields.ts'
import type { Example } from './picture.ts'

/** @param path of the golden file */
export function readExample(path: string): Example | undefined {
  if (!existsSync(path)) return undefined
  const parsed = goldenSchema.safeParse(parseYamlFields(path, readFileSync(path, 'utf8')).data)
  for (const { name, verdict, worth } of parsed.data?.companies ?? []) {
    if (verdict !== STATUS_WORDS.met || worth === undefined) continue
    const { min, max, per } = goldenWorth(worth)
    if (min === max && min > 0n) return { name, sum: Number(min) / Number(ONE), isYearly: per === '年' }
  }
  return undefined
}
