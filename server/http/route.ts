/** One call of the contract on the server: guards, parses, answers. Handlers see only input that fits the contract. */
import * as v from 'valibot'
import { NOT_LOGGED_IN } from '../../src/lib/contract/account/customer.ts'
import {
  FRESH_MINUTES,
  NOT_PROVED,
  OPERATOR_HOURS,
  type Proof,
} from '../../src/lib/contract/account/proof.ts'
import {
  type AnswerOf,
  type BodyOf,
  type Call,
  changesState,
  type ParamsOf,
  type QueryOf,
} from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { Config } from '../config/config.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { clearSessionCookies } from '../sessions/cookies.ts'
import { currentSession, type Session } from '../sessions/sessions.ts'
import { answerJson } from './answer.ts'
import { parseInput, readJsonBody } from './parse.ts'
import { limitRate } from './rate-limit.ts'
import { Refusal } from './refusal.ts'
import { isSameOrigin } from './same-origin.ts'
import type { App, AppContext, Services } from './types.ts'

export interface Asked<C extends Call> {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  session: C['access'] extends 'visitor' ? Session | undefined : Session
  services: Services
  context: AppContext
}

export type Mount = (app: App) => void

type Answer<C extends Call> = (asked: Asked<C>) => Promise<AnswerOf<C> | Response> | AnswerOf<C>

/** Like `route`, for a call of companies: where an operator without proof would get a 404, the answer asks for the proof. */
export function sharedRoute<const C extends Call>(call: C, answer: Answer<C>): Mount {
  return route(call, answer, { isShared: true })
}

/** Guards in this order: other sites' requests 403, rate 429 (refused ones count, too), access 401/403, input 415/413/400. */
export function route<const C extends Call>(
  call: C,
  answer: Answer<C>,
  { isShared } = { isShared: false },
): Mount {
  const handle = async (context: AppContext) => {
    context.set('call', call)
    if (changesState(call) && !call.isSigned && !isSameOrigin(context)) {
      throw new Refusal(CODES.notAllowed, '请求来源不受信任，请在本站页面内操作')
    }
    const { session, lacking } = await admit(context, call)
    const services = context.get('services')
    const params = call.params && parseInput(call.params, context.req.param())
    const query = call.query && parseInput(call.query, context.req.query())
    const body = call.body && parseInput(call.body, await readJsonBody(context.req.raw))
    const asked = { params, query, body, session, services, context } as Asked<C>
    const fields = await Promise.resolve(answer(asked)).catch((error: unknown) => {
      const isHidden = lacking && isShared && error instanceof Refusal && error.code === CODES.none
      throw isHidden ? askFor(lacking) : error
    })
    if (call.access === 'operator') noteUse(context, call, fields)
    if (fields instanceof Response) return fields
    if (services.config.checkAnswers) v.parse(call.answer, fields)
    return answerJson(context, { ...(fields as object), code: CODES.ok })
  }
  return (app) => app.on(call.method, call.path.replace(/\{(\w+)\}/g, ':$1'), handle)
}

/** `lacking`: an operator without proof has only their company's rights until then. */
async function admit(
  context: AppContext,
  call: Call,
): Promise<{ session?: Session | undefined; lacking?: Proof | undefined }> {
  let session: Session | undefined
  try {
    session = call.isAnonymous ? undefined : await currentSession(context)
    context.set('person', session?.customer)
  } finally {
    limitRate(context, call)
  }
  if (call.access === 'visitor') return { session }
  if (!session) {
    clearSessionCookies(context)
    throw new Refusal(CODES.notLoggedIn, NOT_LOGGED_IN)
  }
  if (call.access === 'operator' && session.customer.role !== 'operator') {
    throw new Refusal(CODES.notAllowed, '您没有权限进行此操作')
  }
  const { config, now } = context.get('services')
  const proof = proofWanted(call, session, config, now())
  if (proof) throw askFor(proof)
  if (!session.operator || call.access === 'operator') return { session }
  const lacking = proofWanted({ access: 'operator' }, session, config, now())
  return {
    session: lacking ? { ...session, customer: { ...session.customer, role: 'company' } } : session,
    lacking,
  }
}

function askFor(prove: Proof): Refusal {
  return new Refusal(CODES.notAllowed, NOT_PROVED, { prove })
}

const FRESH_MS = FRESH_MINUTES * MINUTE_MS
const OPERATOR_MS = OPERATOR_HOURS * HOUR_MS

/** Returns the proof that a call requires. An operator with a second factor enters that; they can set one up after a fresh code. */
function proofWanted(
  { access, fresh, beforeFactor }: Pick<Call, 'access' | 'fresh' | 'beforeFactor'>,
  { provedMs, operator }: Pick<Session, 'provedMs' | 'operator'>,
  { requiresFactor }: Pick<Config, 'requiresFactor'>,
  nowMs: number,
): Proof | undefined {
  const isOlder = (thanMs: number, provedAtMs: number) => nowMs - provedAtMs >= thanMs
  if (access !== 'operator' || beforeFactor) return fresh && isOlder(FRESH_MS, provedMs) ? 'code' : undefined
  const goodMs = fresh ? FRESH_MS : OPERATOR_MS
  const factorMs = operator?.factorMs ?? null
  if (factorMs !== null) return isOlder(goodMs, factorMs) ? 'factor' : undefined
  if (isOlder(requiresFactor ? FRESH_MS : goodMs, provedMs)) return 'code'
  return requiresFactor ? 'set-up' : undefined
}

function noteUse(context: AppContext, call: Call, answer: unknown): void {
  if (context.get('isNoted')) return
  const { data, company = data?.company } = answer as CompanyAnswer
  const companyId = company?.id ?? data?.company_id
  noteEvent(context, changesState(call) ? 'operator-act' : 'operator-read', { companyId })
}

interface CompanyAnswer {
  company?: { id: number }
  data?: { company?: { id: number }; company_id?: number }
}
