/** All that the portal tells by itself: reminders, changes of policies, new matches, news of saved conditions. */
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { LoadCatalogue } from '../catalogue/catalogue-file.ts'
import type { LoadLibrary } from '../catalogue/search-library.ts'
import type { JobHandlers } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { reminderJobs, scheduleReminders } from '../reminders/reminders.ts'
import { savedSearchJobs, scheduleSaved } from '../saved-searches/tell-saved.ts'
import { compareBuild } from './compare-build.ts'
import { CHANGE_JOBS } from './tell-change.ts'
import { matchJobs } from './tell-matches.ts'

interface UpdateServices {
  catalogue: LoadCatalogue
  searchLibrary: LoadLibrary
}

/**
 * Schedules what a new day and a new build bring. Call it before every look at the jobs; it costs something only
 * when this process sees the day or the build for the first time.
 */
export function watchForUpdates(db: Database, load: LoadCatalogue): (nowMs: number) => Promise<void> {
  let seen = ''
  return async (nowMs) => {
    const catalogue = await load()
    const current = `${chinaDay(new Date(nowMs))} ${catalogue.built_at}`
    if (current === seen) return
    await compareBuild(db, catalogue, nowMs)
    await scheduleReminders(db, nowMs)
    await scheduleSaved(db, nowMs)
    seen = current
    // Of the whole catalogue and its comparison little stays. A tenth of a second, once for each day and build.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
}

export function updateJobs({ catalogue, searchLibrary }: UpdateServices): JobHandlers {
  return {
    ...reminderJobs(catalogue),
    ...CHANGE_JOBS,
    ...matchJobs(catalogue),
    ...savedSearchJobs({ catalogue, searchLibrary }),
  }
}
