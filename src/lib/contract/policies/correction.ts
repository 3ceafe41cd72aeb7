/** 内容纠错: readers' reports to the operators about errors in the content (added by us). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery, timestamp } from '../list.ts'
import { clientId } from '../orders/order.ts'
import { line, paragraph } from '../text.ts'

export const CORRECTIONS_PER_DAY = 20
export const CORRECTIONS_PER_PAGE = 20
export const CORRECTION_TEXT_LIMIT = 1000
export const CORRECTION_SOURCE_LIMIT = 300
export const CORRECTION_KINDS = ['original', 'interpretation', 'news'] as const
export const CORRECTION_STATES = ['open', 'fixed', 'declined'] as const

export const CORRECTION_STATE_NAMES: Readonly<Record<(typeof CORRECTION_STATES)[number], string>> = {
  open: '待处理',
  fixed: '已改正',
  declined: '未改动',
}
export const CORRECTION_KIND_NAMES: Readonly<Record<(typeof CORRECTION_KINDS)[number], string>> = {
  original: '政策原文',
  interpretation: '政策解读',
  news: '政策资讯',
}

const pageId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const correction = v.object({
  id: v.number(),
  kind: v.picklist(CORRECTION_KINDS),
  page_id: v.number(),
  /** The page's title at the time of the report; null if unknown. */
  title: v.nullable(v.string()),
  text: v.string(),
  source: v.nullable(v.string()),
  state: v.picklist(CORRECTION_STATES),
  answer: v.nullable(v.string()),
  gmt_create: timestamp,
})

export type Correction = v.InferOutput<typeof correction>

export const correctionForm = v.object({
  kind: v.picklist(CORRECTION_KINDS, '请说明是哪一类内容'),
  page_id: pageId,
  text: paragraph('错误说明', CORRECTION_TEXT_LIMIT),
  /** A source for the right text. Stored as text: no link before an operator has checked it. */
  source: v.optional(line('依据', CORRECTION_SOURCE_LIMIT)),
  client_id: v.optional(clientId),
})

export type CorrectionForm = v.InferInput<typeof correctionForm>

/** The same `client_id` twice is one report. Above the limit in 24 hours: 429. A missing page: 404. */
export const sendCorrection = defineCall({
  summary: '内容纠错',
  method: 'POST',
  path: '/customer/api/v1/correction',
  access: 'company',
  body: correctionForm,
  answer: v.object({ data: correction }),
})

const operatorCorrection = v.object({
  ...correction.entries,
  company_id: v.number(),
  company_name: v.string(),
})

/** Open ones first, then the newest. */
export const listCorrections = defineCall({
  summary: '收到的内容纠错',
  method: 'GET',
  path: '/operator/api/v1/corrections',
  access: 'operator',
  query: v.object({
    id: v.optional(idParam.entries.id),
    state: v.optional(v.picklist(CORRECTION_STATES, '没有这种纠错状态')),
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(operatorCorrection) }),
})

/** Informs the reporter. The same decision twice informs once; another decision than the first: 409. */
export const settleCorrection = defineCall({
  summary: '处理内容纠错',
  method: 'PUT',
  path: '/operator/api/v1/corrections/{id}',
  access: 'operator',
  params: idParam,
  body: v.object({
    state: v.picklist(['fixed', 'declined'], '请选择处理结果'),
    answer: v.optional(paragraph('说明', CORRECTION_TEXT_LIMIT)),
  }),
  answer: v.object({ data: operatorCorrection }),
})
