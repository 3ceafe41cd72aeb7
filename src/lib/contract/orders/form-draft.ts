/**
 * Drafts of forms without a policy: one for each company and kind until it is submitted, and one for each application that
 * was sent back until it is submitted again.
 */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idQuery, timestamp } from '../list.ts'
import { clientId } from './order.ts'
import { CASES_LIMIT, FILES_LIMIT, REGIONS_LIMIT, SERVICES_LIMIT, storedFile } from './order-fields.ts'

export const FORM_KINDS = ['loan', 'provider'] as const
export type FormKind = (typeof FORM_KINDS)[number]

const TEXTS_LIMIT = 40
const SHORT_TEXTS_CHARS = 1000
const REGION_CHARS = 7
const LONGEST_FORM_CHARS = SERVICES_LIMIT + CASES_LIMIT + REGIONS_LIMIT * REGION_CHARS + SHORT_TEXTS_CHARS
/** Longest JSON of all texts, where an emoji and a line break count as two. */
const TEXTS_CHARS = 2 * LONGEST_FORM_CHARS

const TOO_LONG = '填写的内容过长，不能保存为草稿'

const draftFile = v.object({ ...storedFile.entries, slot: v.pipe(v.string(), v.maxLength(100)) })

/** As typed, including half a number. Only the form knows the meaning of the texts. */
export const formContent = v.object({
  texts: v.pipe(
    v.record(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/)), v.string()),
    v.check((texts) => Object.keys(texts).length <= TEXTS_LIMIT, TOO_LONG),
    v.check((texts) => JSON.stringify(texts).length <= TEXTS_CHARS, TOO_LONG),
  ),
  files: v.pipe(v.array(draftFile), v.maxLength(FILES_LIMIT, `材料不能超过 ${FILES_LIMIT} 个文件`)),
})

export type FormContent = v.InferOutput<typeof formContent>

export const draftRevision = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647))

export const formDraft = v.object({
  /** Part of the submission, so that the draft is submitted only once. */
  client_id: v.string(),
  revision: v.number(),
  order_revision: v.optional(v.number()),
  content: formContent,
  gmt_modified: timestamp,
})

export type FormDraft = v.InferOutput<typeof formDraft>

const params = v.object({ kind: v.picklist(FORM_KINDS, '没有这种申请') })
const query = v.object({ poid: v.optional(idQuery) })
const PATH = '/customer/api/v1/draft/{kind}'

/** Null for none. 404 for an application of another company. */
export const readFormDraft = defineCall({
  summary: '贷款、入驻申请的草稿',
  method: 'GET',
  path: PATH,
  access: 'company',
  params,
  query,
  answer: v.object({ draft: v.nullable(formDraft) }),
})

/**
 * `revision` 0 creates a draft. The same content again changes nothing. 409 if `revision` is old: with the newest `draft`
 * (null if it is gone), and with `poid` if it was submitted; 409 without a draft if the application needs no amendment. 400
 * with `hash_name` for a file whose content does not match its name.
 */
export const saveFormDraft = defineCall({
  summary: '保存贷款、入驻申请的草稿',
  method: 'PUT',
  path: PATH,
  access: 'company',
  params,
  query,
  body: v.object({
    client_id: clientId,
    revision: draftRevision,
    order_revision: v.optional(draftRevision),
    content: formContent,
  }),
  answer: v.object({ draft: formDraft }),
})

export const deleteFormDraft = defineCall({
  summary: '删除贷款、入驻申请的草稿',
  method: 'DELETE',
  path: PATH,
  access: 'company',
  params,
  query,
  answer: v.object({}),
})
