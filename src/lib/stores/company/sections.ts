/** All sections of /account: read at the login, and again when another tab changes something. */
import { onTabsNotified } from '../../browser/page-events.ts'
import { together } from '../../browser/together.ts'
import { closeSavedSearches, followSaved, openSavedSearches } from '../saved-searches.ts'
import { closeDeletion, openDeletion } from './company-data.ts'
import { closeDevices, openDevices } from './devices.ts'
import { closeTeam, openTeam } from './people.ts'
import { closeProfile, openProfile, readProfileAfterAnswers, readProfileAgain } from './profile.ts'
import { closeMuted, closeReminders, closeWays, openMuted, openReminders, openWays } from './reminders.ts'

export async function openSections(): Promise<void> {
  await Promise.all([openProfile(), readOthers()])
}

function readOthers(): Promise<unknown> {
  return Promise.all([
    openTeam(),
    openReminders(),
    openWays(),
    openMuted(),
    openSavedSearches(),
    openDevices(),
    openDeletion(),
  ])
}

export function followSections(): () => void {
  return together(
    onTabsNotified('company', () => {
      readProfileAgain()
      readOthers()
    }),
    onTabsNotified('answers', readProfileAfterAnswers),
    onTabsNotified('follows', openMuted),
    followSaved(),
    ...[
      closeProfile,
      closeTeam,
      closeReminders,
      closeWays,
      closeMuted,
      closeSavedSearches,
      closeDevices,
      closeDeletion,
    ],
  )
}
