/** All sections of /account: read at the login, and again when another tab changes something. */
import { onTabsNotified } from '../../browser/page-events.ts'
import { together } from '../../browser/together.ts'
import { closeSavedSearches, followSaved, openSavedSearches } from '../saved-searches.ts'
import { deletion } from './company-data.ts'
import { devices } from './devices.ts'
import { closeTeam, openTeam } from './people.ts'
import { closeProfile, openProfile, readProfileAfterAnswers, readProfileAgain } from './profile.ts'
import { closeMuted, closeReminders, openReminders, refreshMuted } from './reminders.ts'

/** Resolves when every section is loaded or has failed. */
export async function openSections(): Promise<void> {
  await Promise.all([openProfile(), readOthers()])
}

function readOthers(): Promise<unknown> {
  const readers = [openTeam, openReminders, refreshMuted, openSavedSearches, devices.open, deletion.open]
  return Promise.all(readers.map((read) => read()))
}

/** Follows the other tabs while the sections are on the page; then clears them. */
export function followSections(): () => void {
  return together(
    onTabsNotified('company', () => {
      readProfileAgain()
      readOthers()
    }),
    onTabsNotified('answers', readProfileAfterAnswers),
    onTabsNotified('follows', refreshMuted),
    followSaved(),
    closeProfile,
    closeTeam,
    closeReminders,
    closeMuted,
    closeSavedSearches,
    devices.close,
    deletion.close,
  )
}
