/** The field `eligibility` of the front matter: the contract's tree, with its problems in the words of an editor. */
import { z } from 'astro/zod'
import * as v from 'valibot'
import { nameAsks, writtenTree } from '../../contract/policies/eligibility.ts'
import type { Tree } from '../../rules/eligibility/tree.ts'

/** What the schema library says it expected. */
const TYPES: Record<string, string> = {
  string: '文字（数字和日期请加引号）',
  number: '数字',
  boolean: 'true 或 false',
  Array: '列表',
  Object: '一组字段',
  never: '已知的字段（写法见 docs/policy-fields.md）',
}

export const eligibilityField = z.unknown().transform((written, context): Tree => {
  const result = v.safeParse(writtenTree, written, { message: explain })
  if (result.success) return result.output
  for (const issue of result.issues) {
    const path = issue.path?.map(({ key }) => key as PropertyKey) ?? []
    const isOwn = issue.message !== explain(issue)
    const message = isOwn ? `能判断的条件（${issue.message}）` : issue.message
    context.addIssue({ code: 'custom', message, path })
  }
  return z.NEVER
})

/** Asked where the contract has no words of its own. It completes 应为…. */
function explain({ expected, type, requirement }: v.BaseIssue<unknown>): string {
  if (type === 'max_length') return `最多 ${requirement}`
  if (expected === null) return '有效的内容'
  if (TYPES[expected]) return TYPES[expected]
  const quoted = [...expected.matchAll(/"([^"]+)"/g)].map(([, word]) => word)
  if (type === 'picklist') return `下列之一：${quoted.join('、')}`
  return quoted.length > 0 ? '有这个字段' : '文字、数字、true、false 或者它们的列表'
}

/** For the `transform` of a schema whose pages have conditions: an ask is known by its page and its name. */
export function withAskKeys<Data extends { id: number; eligibility?: Tree | undefined }>(kind: '' | 'loan') {
  return (data: Data): Data =>
    data.eligibility ? { ...data, eligibility: nameAsks(data.eligibility, `${kind}${data.id}`) } : data
}
