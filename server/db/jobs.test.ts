import { describe, expect, test } from 'vitest'
import { SWEEP_HANDLERS, scheduleSweeps } from '../sweeps.ts'
import { openPortalForEach, portal } from '../testing/for-each.ts'
import { type JobHandlers, LEASE_MS, runDue, schedule } from './jobs.ts'
import type { Database } from './schema.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const note = {
  note: async (transaction: Database, payload: unknown, created_at: number) => {
    await transaction
      .insertInto('companies')
      .values({ name: String(payload), created_at })
      .execute()
  },
}

openPortalForEach()

const at = (minutes: number, key = 'a') =>
  schedule(portal.db, { kind: 'note', key, dueMs: portal.clock.ms + minutes * MINUTE, payload: key })
const run = (handlers: JobHandlers = note, db: Database = portal.db) =>
  runDue(
    db,
    handlers,
    () => portal.clock.ms,
    (entry) => portal.logs.push(entry),
  )
const pass = (ms: number) => {
  portal.clock.ms += ms
}
const notes = async () => {
  const rows = await portal.db
    .selectFrom('companies')
    .select('name')
    .where('created_at', '>', 0)
    .where('id', '>', 0)
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

describe('a job', () => {
  test('is done at its time, not before, and not again', async () => {
    await at(10)
    pass(10 * MINUTE - 1)
    expect(await run()).toBe(0)
    pass(1)
    expect(await run()).toBe(1)
    pass(DAY)
    expect(await run()).toBe(0)
    expect(await notes()).toEqual(['a'])
  })

  test('scheduled again, before or after it was done, stays one', async () => {
    await at(10)
    await at(0)
    expect(await run()).toBe(0)
    pass(10 * MINUTE)
    await run()
    await at(0)
    await run()
    expect(await notes()).toEqual(['a'])
  })

  test('of a transaction that fails never happens', async () => {
    const failing = portal.db.transaction().execute(async (transaction) => {
      await schedule(transaction, { kind: 'note', key: 'a', dueMs: 0 })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await run()).toBe(0)
  })

  test('of an unknown kind waits for the version that knows it', async () => {
    await at(0)
    expect(await run({ other: async () => {} })).toBe(0)
    expect(await run()).toBe(1)
  })
})

test('after downtime everything is made up for, oldest first, more than one batch of it', async () => {
  for (let minute = 120; minute > 0; minute -= 1) await at(minute, String(minute))
  pass(DAY)
  expect(await run()).toBe(120)
  expect(await notes()).toEqual(Array.from({ length: 120 }, (_, index) => String(index + 1)))
})

test('runners at once do each job once', async () => {
  for (let index = 0; index < 60; index += 1) await at(0, String(index))
  const counts = await Promise.all(Array.from({ length: 4 }, () => run()))
  expect(counts.reduce((sum, count) => sum + count)).toBe(60)
  expect(new Set(await notes()).size).toBe(60)
  expect(await notes()).toHaveLength(60)
  const attempts = await portal.db.selectFrom('jobs').select('attempts').distinct().execute()
  expect(attempts).toEqual([{ attempts: 1 }])
})

describe('a claim', () => {
  const never = new Promise<never>(() => {})

  test('of a process that crashed is taken over when its lease is over, not before', async () => {
    await at(0)
    void run(
      note,
      beforeTransactions(portal.db, () => never),
    )
    await expect.poll(() => attempts()).toBe(1)
    pass(LEASE_MS - 1)
    expect(await run()).toBe(0)
    pass(1)
    expect(await run()).toBe(1)
  })

  test('that was only slow does nothing after it was taken over', async () => {
    await at(0)
    const { promise: pause, resolve: goOn } = Promise.withResolvers<void>()
    const slow = run(
      note,
      beforeTransactions(portal.db, () => pause),
    )
    await expect.poll(() => attempts()).toBe(1)
    pass(LEASE_MS)
    expect(await run()).toBe(1)
    goOn()
    expect(await slow).toBe(0)
    expect(await notes()).toEqual(['a'])
  })

  const attempts = async () =>
    (await portal.db.selectFrom('jobs').select('attempts').executeTakeFirstOrThrow()).attempts
})

test('a long job has the database free while it works, and happens again when it fails', async () => {
  await at(0)
  let tries = 0
  const long: JobHandlers = {
    note: {
      run: async (db, payload, nowMs) => {
        tries += 1
        await note.note(db, payload, nowMs)
        await portal.db.transaction().execute(async () => {})
        if (tries === 1) throw new Error('not yet')
      },
    },
  }
  expect(await run(long)).toBe(0)
  pass(MINUTE)
  expect(await run(long)).toBe(1)
  pass(HOUR)
  expect(await run(long)).toBe(0)
  expect(await notes()).toEqual(['a', 'a'])
})

test('a failure leaves nothing behind, is logged, and is tried again, less and less often', async () => {
  await at(0)
  const tries: number[] = []
  const start = portal.clock.ms
  const failing: JobHandlers = {
    note: async (transaction, payload, nowMs) => {
      tries.push((nowMs - start) / MINUTE)
      await note.note(transaction, payload, nowMs)
      if (tries.length < 9) throw new Error('not yet')
    },
  }
  for (let minute = 0; minute < 5 * 60; minute += 1) {
    await run(failing)
    pass(MINUTE)
  }
  expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
  expect(await notes()).toEqual(['a'])
  expect(portal.logs).toHaveLength(8)
  expect(portal.logs[0]).toMatchObject({ level: 'error', event: 'job-failed', kind: 'note', attempts: 1 })
})

describe('sweeps', () => {
  const sweep = () => run(SWEEP_HANDLERS)
  const count = async (table: 'sessions' | 'sms_codes' | 'sms_sends' | 'jobs') => {
    const rows = await portal.db.selectFrom(table).selectAll().execute()
    return rows.filter((row) => !('customer_id' in row) || row.customer_id > 0).length
  }

  test('take what is over and leave the rest', async () => {
    await scheduleSweeps(portal.db, portal.clock.ms)
    await portal.loggedIn('13800000001')
    await portal.browser().post('/main/api/v1/sms', { phone: '13800000002' })
    await sweep()
    expect([await count('sessions'), await count('sms_codes'), await count('sms_sends')]).toEqual([1, 1, 2])
    pass(HOUR)
    await sweep()
    expect([await count('sessions'), await count('sms_codes'), await count('sms_sends')]).toEqual([1, 0, 2])
    pass(DAY)
    await sweep()
    expect([await count('sessions'), await count('sms_sends')]).toEqual([1, 0])
    pass(29 * DAY)
    await sweep()
    expect(await count('sessions')).toBe(0)
  })

  test('come once an hour, once after downtime, whatever starts there are, and do not pile up', async () => {
    const starts = async () => {
      await scheduleSweeps(portal.db, portal.clock.ms)
      return sweep()
    }
    const kinds = Object.keys(SWEEP_HANDLERS).length
    expect(await starts()).toBe(kinds)
    expect(await starts()).toBe(0)
    pass(HOUR)
    expect(await sweep()).toBe(kinds)
    for (let hour = 0; hour < 5; hour += 1) {
      pass(HOUR)
      await sweep()
    }
    pass(30 * DAY)
    await starts()
    expect(await sweep()).toBe(0)
    expect(await count('jobs')).toBeLessThanOrEqual(4 * kinds)
  })
})

/** The same database, where every transaction waits before it begins, as in a slow process, or one that crashed there. */
function beforeTransactions(db: Database, wait: () => Promise<void>): Database {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') {
        const execute = (work: (transaction: Database) => Promise<unknown>) =>
          wait().then(() => target.transaction().execute(work))
        return () => ({ execute })
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
