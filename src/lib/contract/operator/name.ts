/** How an operator is called: by colleagues, and by customers unless he is an expert with a name of its own. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { line } from '../text.ts'

export const OPERATOR_NAME_LIMIT = 30

/** One's own. What was sent keeps the name that it was sent under. */
export const changeOperatorName = defineCall({
  summary: '修改自己的姓名',
  method: 'PUT',
  path: '/operator/api/v1/name',
  access: 'operator',
  body: v.object({ name: line('姓名', OPERATOR_NAME_LIMIT) }),
  answer: v.object({ data: v.object({ name: v.string() }) }),
})
