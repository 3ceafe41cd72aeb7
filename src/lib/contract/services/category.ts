/** Categories of service providers (behaviour B12.1). Only operators change them. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery } from '../list.ts'
import { line, paragraph } from '../text.ts'

export const CATEGORIES_PER_PAGE = 50
const CATEGORY_POSITION_LIMIT = 9999
export const CATEGORY_EXISTS = '已有同名的类别'

export const category = v.object({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  position: v.number(),
})

export type Category = v.InferOutput<typeof category>

export const categoryForm = v.object({
  name: line('类别名称', 20),
  description: paragraph('类别说明', 200),
  position: v.pipe(
    v.number('排序应为数字'),
    v.integer('排序应为整数'),
    v.minValue(0, '排序从 0 开始'),
    v.maxValue(CATEGORY_POSITION_LIMIT, `排序不能大于 ${CATEGORY_POSITION_LIMIT}`),
  ),
  /** Visitors do not see a hidden category and its page. */
  hidden: v.optional(v.boolean('是否隐藏应为是或否'), false),
})

export type CategoryForm = v.InferInput<typeof categoryForm>

export const listCategories = defineCall({
  summary: '服务商类别',
  method: 'GET',
  path: '/startup/api/v1/categorys',
  access: 'visitor',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(category) }),
})

/** The name of another category: 409. */
export const createCategory = defineCall({
  summary: '新增服务类别',
  method: 'POST',
  path: '/startup/api/v1/categorys',
  access: 'operator',
  body: categoryForm,
  answer: v.object({ data: category }),
})

/** A hidden one: 404. */
export const findCategory = defineCall({
  summary: '一个服务类别',
  method: 'GET',
  path: '/startup/api/v1/category/{id}',
  access: 'visitor',
  params: idParam,
  answer: v.object({ data: category }),
})

/** Replaces all fields. The name of another category: 409. */
export const changeCategory = defineCall({
  summary: '修改服务类别',
  method: 'PUT',
  path: '/startup/api/v1/category/{id}',
  access: 'operator',
  params: idParam,
  body: categoryForm,
  answer: v.object({ data: category }),
})

const operatorCategory = v.object({ ...category.entries, hidden: v.boolean() })

export type OperatorCategory = v.InferOutput<typeof operatorCategory>

export const listAllCategories = defineCall({
  summary: '全部服务类别，含停用的',
  method: 'GET',
  path: '/operator/api/v1/categorys',
  access: 'operator',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(operatorCategory) }),
})
