/** The fields `eligibility` and `benefit`: the contract's schemas, with problems in words for editors. */
import { z } from 'astro/zod'
import * as v from 'valibot'
import { nameBenefit, rates, writtenBenefit } from '../../contract/policies/benefit.ts'
import { nameAsks, writtenTree } from '../../contract/policies/eligibility.ts'
import type { Tree } from '../../rules/eligibility/tree.ts'
import type { Benefit } from '../../rules/worth/formula.ts'

const TYPES: Record<string, string> = {
  string: '文字（数字和日期请加引号）',
  number: '数字',
  boolean: 'true 或 false',
  Array: '列表',
  Object: '一组字段',
  never: '已知的字段（写法见 docs/policy-fields.md）',
}

export const eligibilityField = contractField(writtenTree, (words) => `能判断的条件（${words}）`).meta({
  input: 'rules',
})
export const benefitField = contractField(writtenBenefit, (words) => words).meta({ input: 'formula' })
export const ratesField = contractField(rates, (words) => words)

/** `own` converts the contract's own messages, so that they complete 应为…. */
function contractField<Output>(schema: v.GenericSchema<unknown, Output>, own: (words: string) => string) {
  return z.unknown().transform((written, context): Output => {
    const result = v.safeParse(schema, written, { message: explain })
    if (result.success) return result.output
    for (const issue of result.issues) {
      const path = issue.path?.map(({ key }) => key as PropertyKey) ?? []
      const isOwn = issue.message !== explain(issue)
      context.addIssue({ code: 'custom', message: isOwn ? own(issue.message) : issue.message, path })
    }
    return z.NEVER
  })
}

/** Used without a message of the contract. Completes 应为…. */
function explain({ expected, type, requirement }: v.BaseIssue<unknown>): string {
  if (type === 'max_length') return `最多 ${requirement}`
  if (expected === null) return '有效的内容'
  if (TYPES[expected]) return TYPES[expected]
  const quoted = [...expected.matchAll(/"([^"]+)"/g)].map(([, word]) => word)
  if (type === 'picklist') return `下列之一：${quoted.join('、')}`
  return quoted.length > 0 ? '有这个字段' : '文字、数字、true、false 或者它们的列表'
}

/** For the `transform` of a schema with conditions: an ask gets its page's id. */
export function withAskKeys<
  Data extends { id: number; eligibility?: Tree | undefined; benefit?: Benefit | undefined },
>(kind: '' | 'loan') {
  return (data: Data): Data => ({
    ...data,
    ...(data.eligibility && { eligibility: nameAsks(data.eligibility, `${kind}${data.id}`) }),
    ...(data.benefit && { benefit: nameBenefit(data.benefit, `${data.id}`) }),
  })
}
