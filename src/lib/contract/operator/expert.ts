/** Experts, and their times for reservations, as maintained by operators. */
import * as v from 'valibot'
import { HOUR_MS } from '../../rules/time/durations.ts'
import { defineCall } from '../call.ts'
import { idParam, moment, pageOf, pageQuery } from '../list.ts'
import { expert, slot } from '../services/expert.ts'
import { line, paragraph } from '../text.ts'

export const EXPERT_FIELDS_LIMIT = 10
export const EXPERT_FIELD_LIMIT = 20
export const SLOTS_PER_PAGE = 50
export const SLOTS_AT_ONCE = 50
export const SLOT_LONGEST_MS = 8 * HOUR_MS
export const SLOT_AHEAD_DAYS = 366
export const SLOT_INVALID = '可预约时间应为今后一年内、不超过 8 小时的一段时间'

const operatorExpert = v.object({
  ...v.omit(expert, ['slots']).entries,
  /** The operator who is this expert; null for a person without a login. */
  operator_id: v.nullable(v.number()),
  hidden: v.boolean(),
})

export type OperatorExpert = v.InferOutput<typeof operatorExpert>

const rowId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const expertForm = v.object({
  name: line('专家姓名', 30),
  title: line('专家职务', 50),
  fields: v.pipe(
    v.array(line('专业领域', EXPERT_FIELD_LIMIT), '请填写专业领域'),
    v.minLength(1, '请填写专业领域'),
    v.maxLength(EXPERT_FIELDS_LIMIT, `专业领域不能超过 ${EXPERT_FIELDS_LIMIT} 个`),
  ),
  intro: paragraph('专家介绍', 1000),
  operator_id: v.optional(v.nullable(rowId), null),
  hidden: v.optional(v.boolean('是否隐藏应为是或否'), false),
})

export type ExpertForm = v.InferInput<typeof expertForm>

const newSlot = v.object({ starts_at: moment(SLOT_INVALID), ends_at: moment(SLOT_INVALID) })

export type NewSlot = v.InferInput<typeof newSlot>

const operatorSlot = v.object({
  ...slot.entries,
  /** Null if free. */
  reservation_id: v.nullable(v.number()),
})

export type OperatorSlot = v.InferOutput<typeof operatorSlot>

/** Includes hidden ones, newest first. */
export const listOperatorExperts = defineCall({
  summary: '全部专家，含停用的',
  method: 'GET',
  path: '/operator/api/v1/experts',
  access: 'operator',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(operatorExpert) }),
})

/**
 * Adds one, or replaces all fields of `id`; reservations of an expert who becomes hidden stay. `operator_id` names a customer;
 * 400 if that is no operator.
 */
export const saveExpert = defineCall({
  summary: '新增或修改专家',
  method: 'POST',
  path: '/operator/api/v1/experts',
  access: 'operator',
  body: v.object({ ...expertForm.entries, id: v.optional(rowId) }),
  answer: v.object({ data: operatorExpert }),
})

/** Future ones, soonest first. `free`: only those that can still be reserved. */
export const listSlots = defineCall({
  summary: '专家的可约时段',
  method: 'GET',
  path: '/operator/api/v1/experts/{id}/slots',
  access: 'operator',
  params: idParam,
  query: v.object({ free: v.optional(v.literal('1')), page: pageQuery }),
  answer: v.object({ result: pageOf(operatorSlot) }),
})

/** All or none. 409 for overlapping times. */
export const addSlots = defineCall({
  summary: '新增可约时段',
  method: 'POST',
  path: '/operator/api/v1/experts/{id}/slots',
  access: 'operator',
  params: idParam,
  body: v.object({
    slots: v.pipe(
      v.array(newSlot, SLOT_INVALID),
      v.minLength(1, '请填写可预约时间'),
      v.maxLength(SLOTS_AT_ONCE, `一次最多添加 ${SLOTS_AT_ONCE} 个时间`),
    ),
  }),
  answer: v.object({}),
})

/** 409 for a reserved one. */
export const removeSlot = defineCall({
  summary: '删除可约时段',
  method: 'DELETE',
  path: '/operator/api/v1/experts/{id}/slots/{slot_id}',
  access: 'operator',
  params: v.object({ id: idParam.entries.id, slot_id: idParam.entries.id }),
  answer: v.object({}),
})
