/** Messages that the portal sends by itself: after each build its news, each day a reminder of windows that close. */
import * as v from 'valibot'
import { RHYTHMS } from '../../src/lib/contract/account/saved-search.ts'
import { chinaDay, dayBegins } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { LoadCatalogue } from '../catalogue/catalogue-file.ts'
import type { LoadLibrary } from '../catalogue/search-library.ts'
import { type JobHandlers, schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { changesOf, compareBuild, newItemsOf, TELL_NEWS } from './compare-build.ts'
import { reminderTimeMs, remindOfWindows, tellChange } from './tell-followers.ts'
import { tellMatches } from './tell-matches.ts'
import { tellSaved } from './tell-saved.ts'

const REMIND = 'policy-reminders'
const TELL_SAVED = 'tell-saved'

/** Schedules the jobs of a new day and a new build. Call it before each round of jobs. */
export function watchForUpdates(db: Database, load: LoadCatalogue): (nowMs: number) => Promise<void> {
  let seen = ''
  return async (nowMs) => {
    const catalogue = await load()
    const day = chinaDay(new Date(nowMs))
    const current = `${day} ${catalogue.built_at}`
    if (current === seen) return
    await compareBuild(db, catalogue, nowMs)
    await scheduleMorning(db, day)
    seen = current
    // Frees the memory of the comparison: a tenth of a second, once for each day and build.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
}

/** One pass covers all missed days. */
async function scheduleMorning(db: Database, day: string): Promise<void> {
  const weekday = (new Date(dayBegins(day) + 8 * HOUR_MS).getUTCDay() + 6) % 7
  const monday = chinaDay(new Date(dayBegins(day) - weekday * DAY_MS))
  await schedule(db, { kind: REMIND, key: day, dueMs: reminderTimeMs(day) })
  for (const [rhythm, first] of [
    ['daily', day],
    ['weekly', monday],
  ] as const) {
    const payload = { rhythm, since: reminderTimeMs(first) }
    await schedule(db, { kind: TELL_SAVED, key: `${rhythm}-${first}`, dueMs: reminderTimeMs(first), payload })
  }
}

interface UpdateServices {
  catalogue: LoadCatalogue
  searchLibrary: LoadLibrary
}

const newsPayload = v.object({ builtMs: v.number() })
const savedPayload = v.object({ rhythm: v.picklist(RHYTHMS), since: v.number() })

export function updateJobs({ catalogue, searchLibrary }: UpdateServices): JobHandlers {
  return {
    [REMIND]: {
      run: async (db, _, nowMs) => {
        await remindOfWindows(db, await catalogue(), nowMs)
      },
    },
    [TELL_NEWS]: {
      run: async (db, json, nowMs) => {
        const { builtMs } = v.parse(newsPayload, json)
        for (const change of await changesOf(db, builtMs)) await tellChange(db, change, nowMs)
        const newest = await catalogue()
        // Another process has the newer build, and does the job at a later try.
        if (Date.parse(newest.built_at) < builtMs) throw new Error('the build with the news is not here')
        await tellMatches(db, newest, await newItemsOf(db, builtMs), nowMs)
        await tellSaved(db, { catalogue: newest, library: await searchLibrary() }, 'at_once', nowMs)
      },
    },
    [TELL_SAVED]: {
      run: async (db, json, nowMs) => {
        const payload = v.parse(savedPayload, json)
        const { rhythm, since } = payload
        if (nowMs < since + HOUR_MS && (await isTellingNews(db))) {
          const key = `${rhythm}-after-${nowMs}`
          return schedule(db, { kind: TELL_SAVED, key, dueMs: nowMs + MINUTE_MS, payload })
        }
        await tellSaved(db, { catalogue: await catalogue(), library: await searchLibrary() }, rhythm, nowMs)
      },
    },
  }
}

/** Whether followers and companies with answers still wait for messages; they come first, so that no one gets two. */
async function isTellingNews(db: Database): Promise<boolean> {
  const underway = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', TELL_NEWS)
    .where('done_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return underway !== undefined
}
