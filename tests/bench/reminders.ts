/** One morning's pass over 100,000 follows that are all due: seconds, and by how much the memory grows. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeptCatalogue } from '../../server/catalogue/kept-catalogue.ts'
import { connect } from '../../server/db/connect.ts'
import type { Database } from '../../server/db/schema.ts'
import { planReminders } from '../../server/reminders/reminders.ts'
import { compileRates } from '../../src/lib/rules/worth/compile.ts'
import { NO_RATES } from '../../src/lib/rules/worth/formula.ts'

const FOLLOWS = 100_000
const ROWS_AT_ONCE = 2000
const NOW_MS = Date.parse('2026-12-24T09:00:00+08:00')
const WINDOW = { kind: 'dated', opens: null, closes: '2026-12-31' } as const

/** By how many policies the follows go to: the same pass on few policies with many followers, and the other way round. */
export async function measureReminders() {
  return { '1 项政策': await measure(1), '100 项政策': await measure(100) }
}

async function measure(policies: number) {
  const folder = mkdtempSync(join(tmpdir(), 'reminders-'))
  const { db, close } = await connect(folder)
  await fill(db, policies)
  const peakBefore = peakMb()
  const startMs = performance.now()
  const sent = await planReminders(db, catalogueOf(policies), NOW_MS)
  const seconds = (performance.now() - startMs) / 1000
  const grownMb = peakMb() - peakBefore
  const again = await planReminders(db, catalogueOf(policies), NOW_MS)
  await close()
  rmSync(folder, { recursive: true })
  return {
    提醒: sent,
    秒: seconds.toFixed(1),
    内存增加MB: grownMb.toFixed(0),
    重复: again,
  }
}

/** The most memory that this process has ever had. */
function peakMb(): number {
  return process.resourceUsage().maxRSS / 1024
}

function catalogueOf(policies: number): KeptCatalogue {
  const ids = Array.from({ length: policies }, (_, index) => index + 1)
  return {
    built_at: new Date(NOW_MS).toISOString(),
    news: [],
    policies: ids.map((id) => ({ id, title: `政策${id}`, region: '000000' })),
    items: ids.map((id) => ({ id, policy: id, title: `政策${id}`, region: '000000', window: WINDOW })),
    rates: compileRates(NO_RATES),
    logos: [],
    providers: [],
    funds: [],
    loans: [],
  }
}

async function fill(db: Database, policies: number): Promise<void> {
  const companies = FOLLOWS / policies
  for (let from = 0; from < companies; from += ROWS_AT_ONCE) {
    const ids = Array.from(
      { length: Math.min(ROWS_AT_ONCE, companies - from) },
      (_, index) => from + index + 10,
    )
    await db
      .insertInto('companies')
      .values(ids.map((id) => ({ id, name: `企业${id}`, created_at: 0 })))
      .execute()
    for (let policy = 1; policy <= policies; policy += 1) {
      const follow = { policy_id: policy, customer_id: null, created_at: 0 }
      await db
        .insertInto('follows')
        .values(ids.map((company_id) => ({ ...follow, company_id })))
        .execute()
    }
  }
}
