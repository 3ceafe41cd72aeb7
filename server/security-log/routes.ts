import { sql } from 'kysely'
import type { QueryOf } from '../../src/lib/contract/call.ts'
import {
  type ListedSecurityEvent,
  listSecurityEvents,
  SECURITY_EVENTS_PER_PAGE,
} from '../../src/lib/contract/operator/security-log.ts'
import { isPhone } from '../../src/lib/rules/text/phone.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { pageOf, toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { type Mount, route } from '../http/route.ts'
import type { SecurityLog } from './security-log.ts'

export const securityLogRoutes: Mount[] = [
  route(listSecurityEvents, async ({ query, services: { db, securityLog, now } }) => {
    await securityLog.flush()
    const { page, ...filter } = query
    const list = listEvents(db, securityLog, filter, now())
    return { result: await pageOf(list, { page, perPage: SECURITY_EVENTS_PER_PAGE }) }
  }),
]

function selectEvents(db: Database) {
  return db
    .selectFrom('security_events as event')
    .leftJoin('customers as person', 'person.id', 'event.actor_id')
    .leftJoin('companies as company', 'company.id', 'event.company_id')
    .select(['event.id', 'event.at', 'event.event', 'event.role', 'event.actor_id', 'event.phone_end'])
    .select(['event.address', 'event.company_id', 'event.action', 'event.target', 'event.note'])
    .select(['event.times', 'person.name as person_name', 'company.name as company_name'])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number]

export function listEvents(
  db: Database,
  log: SecurityLog,
  { event, company_id, days, who }: Omit<QueryOf<typeof listSecurityEvents>, 'page'>,
  nowMs: number,
) {
  let rows = selectEvents(db)
    .where('event.at', '>', nowMs - days * DAY_MS)
    .orderBy('event.at', 'desc')
    .orderBy('event.id', 'desc')
  if (event !== undefined) rows = rows.where('event.event', '=', event)
  if (company_id !== undefined) rows = rows.where('event.company_id', '=', company_id)
  if (isPhone(who)) {
    const owner = db.selectFrom('customers').select('id').where('phone', '=', who)
    rows = rows.where((row) =>
      row.or([row('event.phone_hash', '=', log.markPhone(who).hash), row('event.actor_id', 'in', owner)]),
    )
  } else if (/^\d{1,9}$/.test(who)) {
    rows = rows.where('event.actor_id', '=', Number(who))
  } else if (who !== '') {
    const pattern = `${who.toLowerCase().replace(/[!%_]/g, '!$&')}%`
    rows = rows.where(sql<boolean>`event.address like ${pattern} escape '!'`)
  }
  return { rows, id: 'event.id', toItems: (found: Row[]) => found.map(toListed) }
}

function toListed({
  at,
  actor_id,
  phone_end,
  person_name,
  company_id,
  company_name,
  ...row
}: Row): ListedSecurityEvent {
  const phone = phone_end === null ? null : `手机尾号 ${phone_end}`
  return {
    id: row.id,
    gmt_create: toTimestamp(at),
    event: row.event,
    role: row.role,
    actor: actor_id === null ? phone : `${person_name ?? '已注销'}（${actor_id}）`,
    address: row.address,
    company: company_id === null ? null : `${company_name ?? '已注销'}（${company_id}）`,
    action: row.action,
    target: row.target,
    note: row.note,
    times: row.times,
  }
}
