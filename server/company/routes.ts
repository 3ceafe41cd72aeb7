import {
  createInvitation,
  joinCompany,
  listColleagues,
  removeColleague,
  revokeInvitation,
} from '../../src/lib/contract/account/colleague.ts'
import {
  cancelDeletion,
  exportCompany,
  requestDeletion,
} from '../../src/lib/contract/account/company-data.ts'
import { changeProfile, readProfile } from '../../src/lib/contract/account/company-profile.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { formatInvitation } from '../../src/lib/rules/text/invitation-code.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { toTimestamp } from '../db/page.ts'
import { clientAddress } from '../http/client.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { streamJson } from '../http/stream-json.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { askForDeletion, findDeletion, takeBackDeletion } from './deletion.ts'
import { countExport, exportParts } from './export.ts'
import { invite, openInvitations, revoke } from './invitations.ts'
import { countTry, join } from './join.ts'
import { colleaguesOf, removePerson } from './people.ts'
import { saveProfile, toProfile } from './profile.ts'

export const companyRoutes: Mount[] = [
  route(readProfile, ({ session, services: { db, now } }) =>
    toProfile(db, session.customer.company_id, now()),
  ),

  route(changeProfile, async ({ body, session, services: { db, now } }) => {
    const { company_id } = session.customer
    const hints = await saveProfile(db, company_id, body, now())
    return { ...(await toProfile(db, company_id, now())), hints }
  }),

  route(listColleagues, async ({ session, services: { db, now } }) => ({
    result: {
      items: await colleaguesOf(db, session.customer),
      invitations: await openInvitations(db, session.customer.company_id, now()),
    },
  })),

  route(removeColleague, async ({ params, session, services: { db, now }, context }) => {
    await removePerson(db, session.customer, params.id, now())
    noteEvent(context, 'person-removed')
    return {}
  }),

  route(createInvitation, async ({ session, services: { db, now } }) => {
    const { id, code } = await invite(db, session.customer, now())
    const open = await openInvitations(db, session.customer.company_id, now())
    const invitation = open.find((one) => one.id === id)
    if (!invitation) throw new Refusal(CODES.conflict, '邀请码刚被作废，请重新生成')
    return { invitation_code: formatInvitation(code), invitation }
  }),

  route(revokeInvitation, async ({ params, session, services: { db } }) => {
    await revoke(db, session.customer.company_id, params.id)
    return {}
  }),

  route(joinCompany, async ({ body, session: { customer }, services: { db, now }, context }) => {
    await countTry(db, { customerId: customer.id, address: clientAddress(context) }, now())
    const company_id = await join(db, customer, body, now())
    noteEvent(context, 'person-joined', { companyId: company_id })
    const { name } = await db
      .selectFrom('companies')
      .select('name')
      .where('id', '=', company_id)
      .executeTakeFirstOrThrow()
    return { data: { ...customer, company_id }, company_name: name }
  }),

  route(exportCompany, async ({ session, services: { db, now }, context }) => {
    const { company_id } = session.customer
    await countExport(db, company_id, now())
    noteEvent(context, 'export')
    const parts = exportParts(db, company_id)
    const filename = `company-${company_id}-${chinaDay(new Date(now()))}.json`
    return streamJson(context, filename, [['exported_at', toTimestamp(now())], ...parts])
  }),

  route(requestDeletion, async ({ session, services: { db, now }, context }) => {
    const { customer } = session
    await askForDeletion(db, customer, now())
    noteEvent(context, 'deletion-asked')
    const deletion = await findDeletion(db, customer.company_id)
    if (!deletion) throw new Error('a deletion that was asked for is not there')
    return { deletion }
  }),

  route(cancelDeletion, async ({ session, services: { db, now }, context }) => {
    await takeBackDeletion(db, session.customer, now())
    noteEvent(context, 'deletion-cancelled')
    return {}
  }),
]
