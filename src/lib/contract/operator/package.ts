/** Company levels for the operators: features, and changing a company's level. */
import * as v from 'valibot'
import { companyPackage, LEVEL_LIMIT } from '../account/package.ts'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery } from '../list.ts'
import { line, paragraph } from '../text.ts'

export const PACKAGE_NAME_LIMIT = 20
export const PACKAGE_DESCRIPTION_LIMIT = 200
/** 10 TB in MB. */
export const FILE_STORAGE_LIMIT_MB = 10 * 1024 * 1024
export const LEVEL_NOTE_LIMIT = 200
export const NO_LEVEL = '没有这个企业等级'

const megabytes = v.pipe(
  v.number('文件空间应为数字（MB）'),
  v.integer('文件空间应为整数（MB）'),
  v.minValue(0, '文件空间不能小于 0'),
  v.maxValue(FILE_STORAGE_LIMIT_MB, `文件空间不能大于 ${FILE_STORAGE_LIMIT_MB} MB`),
)

export const FILES_LIMIT = 1_000_000
export const FOLDERS_LIMIT = 50_000

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
  /** Number of companies with this level. */
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

/** `file_storage` in MB. Effective at once for every company of the level. */
export const changePackage = defineCall({
  summary: '修改企业等级',
  method: 'PUT',
  path: '/operator/api/v1/packages/{level}',
  access: 'operator',
  params: v.object({ level: v.pipe(idParam.entries.id, v.maxValue(LEVEL_LIMIT, NO_LEVEL)) }),
  body: v.object({
    name: line('等级名称', PACKAGE_NAME_LIMIT),
    description: paragraph('等级说明', PACKAGE_DESCRIPTION_LIMIT),
    file_storage: megabytes,
    /** Unchanged if missing. */
    files: v.optional(number('文件数', FILES_LIMIT)),
    folders: v.optional(number('文件夹数', FOLDERS_LIMIT)),
  }),
  answer: v.object({ data: companyPackage }),
})

/** Informs the company of a new level. 400 for an unknown level. */
export const changeCompanyLevel = defineCall({
  summary: '调整企业等级',
  method: 'PUT',
  path: '/operator/api/v1/company/{id}/level',
  access: 'operator',
  params: idParam,
  body: v.object({
    level: v.pipe(v.number('请选择企业等级'), v.integer('请选择企业等级')),
    note: v.optional(paragraph('说明', LEVEL_NOTE_LIMIT)),
  }),
  answer: v.object({}),
})
