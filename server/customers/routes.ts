import {
  checkSession,
  LOGIN_FAILED,
  logIn,
  logOut,
  NOT_LOGGED_IN,
} from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { clientAddress } from '../http/client.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { isOperator } from '../operators/operators.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { clearSessionCookies, writeSessionCookies } from '../sessions/cookies.ts'
import { browserHash } from '../sessions/known-browsers.ts'
import { deviceName } from '../sessions/own-sessions.ts'
import { endSession } from '../sessions/sessions.ts'
import { matchesCode } from '../sms/codes.ts'
import { toCustomer } from './customers.ts'
import { completeLogin } from './log-in.ts'

export const customerRoutes: Mount[] = [
  route(logIn, async ({ body, session, services, context }) => {
    const { db, now } = services
    const challenged = { browserHash: browserHash(context) ?? '', phone: body.phone }
    const request = {
      ...body,
      ...challenged,
      isOperator: await isOperator(db, body.phone),
      device: deviceName(context.req.header('user-agent') ?? ''),
      address: clientAddress(context),
      formerTokenHash: session?.tokenHash,
    }
    const login = (await matchesCode(db, challenged, body.captcha, now()))
      ? await completeLogin(db, request, await services.catalogue(), now())
      : undefined
    if (!login) {
      noteEvent(context, 'login-failed', { phone: body.phone })
      throw new Refusal(CODES.invalid, LOGIN_FAILED)
    }
    const data = toCustomer(login.customer, request.isOperator)
    noteEvent(context, 'login', { actor: data })
    writeSessionCookies(context, login.token)
    return { data: { ...data, is_new: login.created && !request.isOperator } }
  }),

  route(checkSession, ({ session, context }) => {
    if (session) return { data: session.customer }
    clearSessionCookies(context)
    throw new Refusal(CODES.notLoggedIn, NOT_LOGGED_IN)
  }),

  route(logOut, async ({ session, services, context }) => {
    if (session) {
      await endSession(services.db, session.tokenHash)
      noteEvent(context, 'logout')
    }
    clearSessionCookies(context)
    return {}
  }),
]
