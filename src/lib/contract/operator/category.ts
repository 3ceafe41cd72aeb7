/** The operators' list of provider categories. They are changed with the calls of category.ts. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { pageOf, pageQuery } from '../list.ts'
import { category } from '../services/category.ts'

const operatorCategory = v.object({ ...category.entries, hidden: v.boolean() })

export type OperatorCategory = v.InferOutput<typeof operatorCategory>

/** Hidden ones, too, by position. */
export const listAllCategories = defineCall({
  summary: '全部服务类别，含停用的',
  method: 'GET',
  path: '/operator/api/v1/categorys',
  access: 'operator',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(operatorCategory) }),
})
