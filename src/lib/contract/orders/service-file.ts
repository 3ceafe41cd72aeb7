/** The company's files of an order (behaviour B11.3). They change only while the order can be changed. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { attachedName } from '../documents/document-name.ts'
import { validity } from '../documents/paper.ts'
import { fileSize, hashName, scanState } from '../documents/storage.ts'
import { idParam, timestamp } from '../list.ts'
import { line } from '../text.ts'
import { MATERIALS_LIMIT } from './order-fields.ts'

export const SERVICE_FILES_LIMIT = 100

export const serviceFile = v.object({
  id: v.number(),
  local_name: v.string(),
  hash_name: v.string(),
  size: fileSize,
  again: v.boolean(),
  /** The application's materials that it belongs to; ours. */
  materials: v.array(v.string()),
  scan: scanState,
  ...validity,
  gmt_create: timestamp,
  gmt_modified: timestamp,
})

export type ServiceFile = v.InferOutput<typeof serviceFile>

const material = line('材料名称', 100)
const uploaded = { local_name: attachedName, hash_name: hashName, size: fileSize }
const replacement = v.object({
  ...uploaded,
  materials: v.optional(v.pipe(v.array(material), v.maxLength(MATERIALS_LIMIT))),
})
const answer = v.object({ file: serviceFile })

/** After the upload of the object. The same object for the same order twice is one file, for both materials. */
export const addServiceFile = defineCall({
  summary: '添加订单的服务文件',
  method: 'POST',
  path: '/startup/api/v1/company/service/files',
  access: 'company',
  body: v.object({
    order_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
    ...uploaded,
    material: v.optional(material),
  }),
  answer,
})

/** `materials`, which is ours, replaces the list of its materials; without it they stay. */
export const replaceServiceFile = defineCall({
  summary: '替换订单的服务文件',
  method: 'PUT',
  path: '/startup/api/v1/company/service/files/{id}',
  access: 'company',
  params: idParam,
  body: replacement,
  answer,
})

export const resubmitServiceFile = defineCall({
  summary: '再次提交服务文件',
  method: 'PUT',
  path: '/startup/api/v1/again/service/{id}',
  access: 'company',
  params: idParam,
  body: replacement,
  answer,
})

export const deleteServiceFile = defineCall({
  summary: '删除订单的服务文件',
  method: 'DELETE',
  path: '/startup/api/v1/again/service/{id}',
  access: 'company',
  params: idParam,
  answer: v.object({}),
})
