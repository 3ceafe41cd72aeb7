/** All sections of /account together: read with the login, read anew when another tab has changed something. */
import { hearTabs } from '../../browser/page-events.ts'
import { together } from '../../browser/together.ts'
import { closeTeam, openTeam } from './colleagues.ts'
import { closeDeletion, openDeletion } from './deletion.ts'
import { closeDevices, openDevices } from './devices.ts'
import { closeMuted, openMuted } from './muted-policies.ts'
import { closeProfile, openProfile, readProfileAfterAnswers, readProfileAgain } from './profile.ts'
import { closeReminders, openReminders } from './reminder-settings.ts'

/** Ends when every section is there or has said why not. */
export async function openSections(): Promise<void> {
  await Promise.all([openProfile(), readOthers()])
}

function readOthers(): Promise<unknown> {
  return Promise.all([openTeam(), openReminders(), openMuted(), openDevices(), openDeletion()])
}

/** Follows the other tabs for as long as the sections are on the page; then forgets what was read. */
export function followSections(): () => void {
  return together(
    hearTabs('company', () => {
      readProfileAgain()
      readOthers()
    }),
    hearTabs('answers', readProfileAfterAnswers),
    hearTabs('follows', openMuted),
    ...[closeProfile, closeTeam, closeReminders, closeMuted, closeDevices, closeDeletion],
  )
}
