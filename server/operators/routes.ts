import * as v from 'valibot'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  endCompanySessions,
  getCompanyProfile,
  listCompanies,
  listCompanyPolicies,
  openCompanyChat,
} from '../../src/lib/contract/operator/company.ts'
import { changeOperatorName, getToday, listWaiting } from '../../src/lib/contract/operator/desk.ts'
import { exportList } from '../../src/lib/contract/operator/export.ts'
import {
  addOperator,
  beginFactor,
  enterFactor,
  FACTOR_FAILED,
  factorDigits,
  listOperatorAccounts,
  resetFactor,
  withdrawOperator,
} from '../../src/lib/contract/operator/operator.ts'
import { changeQuickReplies, listQuickReplies } from '../../src/lib/contract/operator/reply.ts'
import { PLATFORM_POLICIES_PER_PAGE } from '../../src/lib/contract/policies/platform-policy.ts'
import { changeServiceHours, getServiceHours } from '../../src/lib/contract/services/service-hours.ts'
import { ensureChat } from '../chat/conversations.ts'
import { toProfile } from '../company/profile.ts'
import { pageOfArray } from '../db/page.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { factsOf, readAnswers } from '../matching/answers.ts'
import { followsOf } from '../matching/follows.ts'
import { companyAt } from '../matching/judge.ts'
import { listPolicies, toPlatformPolicy } from '../matching/match-lists.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { endAllOf } from '../sessions/own-sessions.ts'
import type { Session } from '../sessions/sessions.ts'
import { findCompany, pageOfCompanies } from './companies.ts'
import { exportRows } from './export-list.ts'
import { beginSetUp, completeSetUp, type OfOperator, takeRecoveryCode, tryFactor } from './factor.ts'
import { addOperatorPhone, pageOfOperators, resetFactorOf, withdraw } from './operators.ts'
import { hoursOfService, sharedReplies } from './shared-values.ts'
import { pageOfWaiting, readToday } from './today.ts'

export const operatorRoutes: Mount[] = [
  route(getToday, async ({ session, services: { db, now } }) => ({
    data: await readToday(db, session.customer.id, now()),
  })),

  route(listWaiting, async ({ query, session, services: { db, now } }) => ({
    result: await pageOfWaiting(db, session.customer.id, query, now()),
  })),

  route(exportList, ({ query, session, context }) => exportRows(context, session.customer.id, query)),

  route(listCompanies, async ({ query, services }) => ({
    result: await pageOfCompanies(services.db, query),
  })),

  route(getCompanyProfile, async ({ params, services: { db, now } }) => {
    const company = await findCompany(db, params.id)
    return { data: { company, ...(await toProfile(db, params.id, now())) } }
  }),

  route(endCompanySessions, async ({ params, services: { db }, context }) => {
    const { id } = await findCompany(db, params.id)
    const ended = await endAllOf(db, id)
    noteEvent(context, 'session-ended', { companyId: id, note: `${ended} 处` })
    return { ended }
  }),

  route(openCompanyChat, async ({ params, services: { db, now } }) => {
    const { id } = await findCompany(db, params.id)
    return { data: { id: await ensureChat(db, id, now()) } }
  }),

  // The company's own look makes news old (matching/routes.ts); an operator's does not.
  route(listCompanyPolicies, async ({ params, query, services: { db, catalogue, now } }) => {
    const { id } = await findCompany(db, params.id)
    const company = companyAt(factsOf(await readAnswers(db, id), now()), now())
    const { followed, muted } = await followsOf(db, id)
    const listed = listPolicies(await catalogue(), 'matched', { company, followed, fresh: new Map() }, now())
    const follows = { followed: new Set(followed), muted }
    const { items, ...counts } = pageOfArray(listed, {
      page: query.page,
      perPage: PLATFORM_POLICIES_PER_PAGE,
    })
    return { result: { items: items.map((entry) => toPlatformPolicy(entry, company, follows)), ...counts } }
  }),

  route(changeOperatorName, async ({ body: { name }, session, services: { db } }) => {
    await db.updateTable('customers').set({ name }).where('id', '=', session.customer.id).execute()
    return { data: { name } }
  }),

  route(listQuickReplies, async ({ services }) => ({ data: await sharedReplies.read(services.db) })),

  route(changeQuickReplies, async ({ body, services }) => ({
    data: await sharedReplies.save(services.db, body),
  })),

  route(getServiceHours, async ({ services }) => ({ data: await hoursOfService.read(services.db) })),

  route(changeServiceHours, async ({ body, services }) => ({
    data: await hoursOfService.save(services.db, body),
  })),

  route(listOperatorAccounts, async ({ query, session, services: { db, now } }) => ({
    result: await pageOfOperators(db, session.operator?.id, query.page, now()),
  })),

  route(addOperator, async ({ body: { phone }, session, services: { db, now }, context }) => {
    if (!(await addOperatorPhone(db, phone, session.customer.id, now()))) {
      throw new Refusal(CODES.conflict, '这个手机号已经是运营人员')
    }
    noteEvent(context, 'operator-added', { phone })
    return {}
  }),

  route(withdrawOperator, async ({ params, services: { db, now }, context }) => {
    noteEvent(context, 'operator-withdrawn', { phone: await withdraw(db, params.id, now()) })
    return {}
  }),

  route(resetFactor, async ({ params, session, services: { db }, context }) => {
    const phone = await resetFactorOf(db, params.id, params.id !== session.operator?.id)
    noteEvent(context, 'factor-reset', { phone })
    return {}
  }),

  route(beginFactor, async ({ session, services: { db } }) => {
    const own = asOperator(session)
    const secret = await beginSetUp(db, own)
    if (secret === undefined) throw new Refusal(CODES.conflict, '已经设置过身份验证器，要更换请先重置')
    return { secret, account: session.customer.phone }
  }),

  route(enterFactor, async ({ body: { code }, session, services: { db, now }, context }) => {
    const own = asOperator(session)
    if (own.operator.factorMs === null) {
      const recovery_codes = v.is(factorDigits, code) && (await completeSetUp(db, own, code, now()))
      if (!recovery_codes) throw new Refusal(CODES.invalid, '验证码不正确，请核对手机的时间后再输入')
      noteEvent(context, 'factor-set-up')
      return { recovery_codes }
    }
    if (!v.is(factorDigits, code)) {
      if (!(await takeRecoveryCode(db, own, code, now()))) {
        noteEvent(context, 'login-failed', { note: '恢复码' })
        throw new Refusal(CODES.invalid, '请输入 6 位验证码，或没有用过的恢复码')
      }
      noteEvent(context, 'recovery-used')
      return {}
    }
    const outcome = await tryFactor(db, own, code, now())
    if (outcome.is === 'right') {
      noteEvent(context, 'proved', { note: '身份验证器' })
      return {}
    }
    noteEvent(context, 'login-failed', { note: '身份验证器' })
    if (outcome.is === 'wrong') throw new Refusal(CODES.invalid, FACTOR_FAILED)
    if (outcome.is === 'lost') {
      throw new Refusal(CODES.conflict, '安装密钥已更换，身份验证器失效了：请用恢复码进入，再重新设置')
    }
    const retry_after = Math.ceil(outcome.waitMs / 1000)
    const words = `输错次数过多，请 ${Math.ceil(retry_after / 60)} 分钟后再试，或使用恢复码`
    throw new Refusal(CODES.tooOften, words, { retry_after })
  }),
]

function asOperator({ tokenHash, operator }: Session): OfOperator {
  if (!operator) throw new Error('a call for operators came from somebody else')
  return { tokenHash, operator }
}
