/** Company levels: their limits, and the level of a company. */
import * as v from 'valibot'
import { companyPackage, LEVEL_LIMIT } from '../account/package.ts'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery } from '../list.ts'
import { line, paragraph } from '../text.ts'

export const NO_LEVEL = '没有这个企业等级'

function number(label: string, limit: number) {
  return v.pipe(
    v.number(`${label}应为数字`),
    v.integer(`${label}应为整数`),
    v.minValue(0, `${label}不能小于 0`),
    v.maxValue(limit, `${label}不能大于 ${limit}`),
  )
}

const operatorPackage = v.object({
  ...companyPackage.entries,
  /** The level, as the id of a row. */
  id: v.number(),
  companies: v.number(),
})

export type OperatorPackage = v.InferOutput<typeof operatorPackage>

export const listOperatorPackages = defineCall({
  summary: '企业等级',
  method: 'GET',
  path: '/operator/api/v1/packages',
  access: 'operator',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(operatorPackage) }),
})

/** `file_storage` in MB. Changes apply to every company of the level. */
export const changePackage = defineCall({
  summary: '修改企业等级',
  method: 'PUT',
  path: '/operator/api/v1/packages/{level}',
  access: 'operator',
  params: v.object({ level: v.pipe(idParam.entries.id, v.maxValue(LEVEL_LIMIT, NO_LEVEL)) }),
  body: v.object({
    name: line('等级名称', 20),
    description: paragraph('等级说明', 200),
    file_storage: number('文件空间', 10 * 1024 * 1024),
    /** Left out, they stay. */
    files: v.optional(number('文件数', 1_000_000)),
    folders: v.optional(number('文件夹数', 50_000)),
  }),
  answer: v.object({ data: companyPackage }),
})

/** Sends the company a message if its level changes. An unknown level: 400. */
export const changeCompanyLevel = defineCall({
  summary: '调整企业等级',
  method: 'PUT',
  path: '/operator/api/v1/company/{id}/level',
  access: 'operator',
  params: idParam,
  body: v.object({
    level: v.pipe(v.number('请选择企业等级'), v.integer('请选择企业等级')),
    note: v.optional(paragraph('说明', 200)),
  }),
  answer: v.object({}),
})
