import {
  createInvitation,
  joinCompany,
  listColleagues,
  listInvitations,
  removeColleague,
  revokeInvitation,
} from '../../src/lib/contract/account/colleague.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { formatInvitation } from '../../src/lib/rules/text/invitation-code.ts'
import { invite, openInvitations, revoke } from '../company/invitations.ts'
import { join } from '../company/join.ts'
import { countTry } from '../company/join-limit.ts'
import { colleaguesOf, removePerson } from '../company/people.ts'
import { clientAddress } from '../http/client.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addColleagueRoutes(app: App): void {
  route(app, listColleagues, async ({ session, services: { db } }) => ({
    result: { items: await colleaguesOf(db, session.customer) },
  }))

  route(app, removeColleague, async ({ params, session, services: { db, now } }) => {
    await removePerson(db, session.customer, params.id, now())
    return {}
  })

  route(app, listInvitations, async ({ session, services: { db, now } }) => ({
    result: { items: await openInvitations(db, session.customer.company_id, now()) },
  }))

  route(app, createInvitation, async ({ session, services: { db, now } }) => {
    const { id, code } = await invite(db, session.customer, now())
    const open = await openInvitations(db, session.customer.company_id, now())
    const invitation = open.find((one) => one.id === id)
    if (!invitation) throw new Refusal(CODES.conflict, '邀请码刚被作废，请重新生成')
    return { invitation_code: formatInvitation(code), invitation }
  })

  route(app, revokeInvitation, async ({ params, session, services: { db } }) => {
    const revoked = await revoke(db, session.customer.company_id, params.id)
    if (!revoked) throw new Refusal(CODES.none, '没有找到这个邀请码，它可能已被使用')
    return {}
  })

  route(app, joinCompany, async ({ body, session: { customer }, services: { db, now }, context }) => {
    await countTry(db, { customerId: customer.id, address: clientAddress(context) }, now())
    const company_id = await join(db, customer, body, now())
    const { name } = await db
      .selectFrom('companies')
      .select('name')
      .where('id', '=', company_id)
      .executeTakeFirstOrThrow()
    return { data: { ...customer, company_id }, company_name: name }
  })
}
