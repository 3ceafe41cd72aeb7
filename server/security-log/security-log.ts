/** Actions on accounts and data, with person and address, in unchangeable rows. docs/security-log.md explains each kind. */
import { createHmac } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { Rate } from '../../src/lib/contract/call.ts'
import { SECURITY_LOG_DAYS, type SecurityEventName } from '../../src/lib/contract/operator/security-log.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { countRows, inChunks } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { installSecret } from '../db/settings.ts'
import { Buckets } from '../http/buckets.ts'
import { describeError, type Log, type LogEntry } from '../log.ts'

export interface SecurityEvent {
  event: SecurityEventName
  actor?: Pick<Customer, 'id' | 'company_id' | 'role'> | 'portal' | undefined
  /** The phone that was typed or is meant. Stored only as `markPhone` returns it. */
  phone?: string | PhoneMark | undefined
  address?: string | undefined
  /** Owner of the data; missing for the actor's own company. */
  companyId?: number | undefined
  action?: string | undefined
  target?: string | undefined
  /** A short Chinese addition, without text that people typed. */
  note?: string | undefined
  requestId?: string | undefined
}

export interface PhoneMark {
  hash: string
  end: string
}

export interface SecurityLog {
  /** Records an event without waiting, so that it can be called in an open transaction. */
  note: (event: SecurityEvent) => void
  /** Writes the recorded events; call it every second. `all`: also those still being counted. */
  flush: (options?: { all: boolean }) => Promise<void>
  markPhone: (phone: string) => PhoneMark
}

/** Events that any visitor can cause at will: repeated within a minute they are one row with a count. */
const BY_ANYBODY: ReadonlySet<SecurityEventName> = new Set([
  'login-failed',
  'limit-met',
  'sms-refused',
  'fault',
  'refused',
  'not-found',
])
/** Rows of all visitors, or of all people, and of one of them; further ones are only counted, so that none fills the disk. */
const ROWS_OF_ALL: Rate = { burst: 1000, perMinute: 1000 / 60 }
const ROWS_OF_ONE: Rate = { burst: 100, perMinute: 100 / 60 }
/** An operator's open page repeats these by itself. */
const READS: ReadonlySet<SecurityEventName> = new Set(['operator-read'])
const ALERTS: ReadonlySet<SecurityEventName> = new Set([...BY_ANYBODY, 'file-differs'])

/** Replaces the details after too many events of one source, and also the source after too many in all. */
const TOO_MUCH_OF_ONE = '次数过多，不再逐条记录内容'
const TOO_MUCH = '次数过多，不再逐条记录来源'

const ROWS_AT_ONCE = 100

type NewRow = Insertable<Tables['security_events']>

interface Counted {
  row: NewRow
  times: number
  nextRowAt: number
}

/** Returns a log that also sends its errors to the security log, only their kind. */
export function noteFaults(log: Log, securityLog: () => SecurityLog | undefined): Log {
  return (entry) => {
    log(entry)
    if (entry.level !== 'error' || entry.event === 'security-log-failed') return
    const kind = typeof entry['kind'] === 'string' ? `：${entry['kind']}` : ''
    securityLog()?.note({ event: 'fault', actor: 'portal', action: `${entry.event}${kind}` })
  }
}

/** Opens the log. A killed process loses events that are not written yet; their lines in its log remain. */
export async function openSecurityLog({
  db,
  now,
  log,
}: {
  db: Database
  now: () => number
  log: Log
}): Promise<SecurityLog> {
  const secret = await installSecret(db)
  const markPhone = (phone: string) => ({
    hash: createHmac('sha256', secret).update(`security log:${phone}`).digest('hex').slice(0, 16),
    end: phone.slice(-4),
  })
  const counted = new Map<string, Counted>()
  const buckets = new Buckets()
  let flushing = Promise.resolve()
  let isFailing = false

  function note(event: SecurityEvent): void {
    const { phone } = event
    const row = toRow(event, typeof phone === 'string' ? markPhone(phone) : phone, now())
    log(lineOf(row))
    const entry = entryFor(row)
    if (entry.times === 0) Object.assign(entry.row, { at: row.at, request_id: row.request_id })
    entry.times += 1
  }

  function entryFor(row: NewRow): Counted {
    const { at: _at, request_id: _id, ...what } = row
    const key = JSON.stringify(what)
    const found = counted.get(key)
    if (found) return found
    const isCounter = row.note === TOO_MUCH || row.note === TOO_MUCH_OF_ONE
    const rest = BY_ANYBODY.has(row.event) && !isCounter ? counterBeyond(row) : undefined
    if (rest) return entryFor(rest)
    const entry = { row, times: 0, nextRowAt: 0 }
    counted.set(key, entry)
    return entry
  }

  /** Returns the counting row for a row beyond the limit; undefined below it. */
  function counterBeyond(row: NewRow): NewRow | undefined {
    const { role, actor_id = null, address = null } = row
    const all = actor_id === null ? 'visitors' : 'people'
    const one = actor_id === null ? `at ${address}` : `person ${actor_id}`
    const bare = { ...bareRow(row.event, row.at), role }
    const source = actor_id === null ? { address } : { actor_id }
    if (buckets.take(one, ROWS_OF_ONE, row.at) > 0) return { ...bare, ...source, note: TOO_MUCH_OF_ONE }
    if (buckets.take(all, ROWS_OF_ALL, row.at) > 0) return { ...bare, note: TOO_MUCH }
    return undefined
  }

  /** Events that cannot be written now, because the database is full or away, are counted further and retried. */
  async function write(all: boolean): Promise<void> {
    const nowMs = now()
    for (const [key, { times, nextRowAt }] of counted) {
      if (times === 0 && nextRowAt <= nowMs) counted.delete(key)
    }
    const due = [...counted.values()].filter(
      ({ times, nextRowAt }) => times > 0 && (all || nextRowAt <= nowMs),
    )
    try {
      for (const entries of inChunks(due, ROWS_AT_ONCE)) {
        const some = entries.map((entry) => ({ entry, times: entry.times }))
        const rows = some.map(({ entry, times }) => ({ ...entry.row, times }))
        await db.insertInto('security_events').values(rows).execute()
        for (const { entry, times } of some) {
          entry.times -= times
          entry.nextRowAt = nowMs + pauseOf(entry.row.event)
        }
      }
      isFailing = false
    } catch (error) {
      if (!isFailing) log({ level: 'error', event: 'security-log-failed', ...describeError(error) })
      isFailing = true
    }
  }

  return {
    note,
    flush: ({ all } = { all: false }) => {
      flushing = flushing.then(() => write(all))
      return flushing
    },
    markPhone,
  }
}

function lineOf({ event, at: _, times: __, ...row }: NewRow): LogEntry {
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  return { level: ALERTS.has(event) ? 'warn' : 'info', event: 'security', kind: event, ...known }
}

function pauseOf(event: SecurityEventName): number {
  if (READS.has(event)) return HOUR_MS
  return BY_ANYBODY.has(event) ? MINUTE_MS : 0
}

function toRow(event: SecurityEvent, phone: PhoneMark | undefined, at: number): NewRow {
  const { actor } = event
  const person = typeof actor === 'object' ? actor : undefined
  return {
    ...bareRow(event.event, at),
    role: actor === 'portal' ? 'portal' : (person?.role ?? 'visitor'),
    actor_id: person?.id ?? null,
    phone_hash: phone?.hash ?? null,
    phone_end: phone?.end ?? null,
    address: event.address ?? null,
    company_id: event.companyId ?? (person?.role === 'company' ? person.company_id : null),
    action: event.action ?? null,
    target: event.target ?? null,
    note: event.note ?? null,
    request_id: event.requestId ?? null,
  }
}

function bareRow(event: SecurityEventName, at: number): NewRow {
  const nobody = { role: 'visitor', actor_id: null, phone_hash: null, phone_end: null } as const
  const nothing = { address: null, company_id: null, action: null, target: null, note: null }
  return { at, event, ...nobody, ...nothing, times: 1, request_id: null }
}

/** Deletes rows beyond the retention, and logs that: the newest row also allows the deletion of the old ones. */
export async function trimEvents(db: Database, nowMs: number): Promise<void> {
  const old = db.selectFrom('security_events').where('at', '<=', nowMs - SECURITY_LOG_DAYS * DAY_MS)
  const count = await countRows(old)
  if (count === 0) return
  await db
    .insertInto('security_events')
    .values({ at: nowMs, event: 'log-trimmed', role: 'portal', note: `${count} 行`, times: 1 })
    .execute()
  await db
    .deleteFrom('security_events')
    .where('at', '<=', nowMs - SECURITY_LOG_DAYS * DAY_MS)
    .execute()
}
