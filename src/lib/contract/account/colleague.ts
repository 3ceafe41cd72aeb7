/** The people of a company: the list, and how a person joins by an invitation and leaves (behaviour B3.6). */
import * as v from 'valibot'
import { isInvitation, normaliseInvitation } from '../../rules/text/invitation-code.ts'
import { defineCall } from '../call.ts'
import { idParam, timestamp } from '../list.ts'
import { customer } from './customer.ts'

export const INVITATION_DAYS = 7
export const INVITATIONS_MAX = 10
/** Attempts to join in an hour, by person and by address. */
export const JOIN_TRIES_PER_PERSON = 10
export const JOIN_TRIES_PER_ADDRESS = 60

const id = v.pipe(v.number(), v.integer())

const colleague = v.object({
  id,
  name: v.string(),
  phone: v.string(),
  gmt_create: timestamp,
  me: v.boolean(),
  /** Whether the caller may remove this person: a person who joined before the caller stays. */
  removable: v.boolean(),
})

export type Colleague = v.InferOutput<typeof colleague>

const invitation = v.object({ id, by: v.string(), gmt_create: timestamp, expires_at: timestamp })

export type Invitation = v.InferOutput<typeof invitation>

/** People, oldest first, and usable invitations, newest first. A code is shown only once, when it is made. */
export const listColleagues = defineCall({
  summary: '企业成员和有效的邀请',
  method: 'GET',
  path: '/customer/api/v1/company/colleagues',
  access: 'company',
  answer: v.object({ result: v.object({ items: v.array(colleague), invitations: v.array(invitation) }) }),
})

/** With the caller's own id the caller leaves. 403 for a person who joined before the caller, 409 for the last one. */
export const removeColleague = defineCall({
  summary: '移出成员或退出企业',
  method: 'DELETE',
  path: '/customer/api/v1/company/colleagues/{id}',
  access: 'company',
  fresh: true,
  params: idParam,
  answer: v.object({}),
})

/** For one colleague, for some days. Too many open ones: 409. */
export const createInvitation = defineCall({
  summary: '生成邀请码',
  method: 'POST',
  path: '/customer/api/v1/company/invitations',
  access: 'company',
  fresh: true,
  answer: v.object({
    invitation_code: v.string(),
    invitation,
  }),
})

export const revokeInvitation = defineCall({
  summary: '作废邀请码',
  method: 'DELETE',
  path: '/customer/api/v1/company/invitations/{id}',
  access: 'company',
  params: idParam,
  answer: v.object({}),
})

/**
 * Moves a fresh login into the inviting company. A wrong, used or expired code: 400. A login with colleagues, orders, files
 * or consultations of its own: 409. Answers, follows and profile are lost: 409 with `discards: true` until `discard` confirms
 * that.
 */
export const joinCompany = defineCall({
  summary: '用邀请码加入企业',
  method: 'POST',
  path: '/customer/api/v1/company/join',
  access: 'company',
  body: v.object({
    code: v.pipe(
      v.string('请输入邀请码'),
      v.maxLength(100, '邀请码不正确，请检查是否有误'),
      v.transform(normaliseInvitation),
      v.minLength(1, '请输入邀请码'),
      v.check(isInvitation, '邀请码不正确，请检查是否有误'),
    ),
    discard: v.optional(v.boolean(), false),
  }),
  answer: v.object({ data: customer, company_name: v.string() }),
})
