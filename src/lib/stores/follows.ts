/** The company's follows: one state for every button of the page, equal in all tabs. */
import { atom, onMount } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { latest } from '../browser/latest.ts'
import { notifyTabs, onTabsNotified } from '../browser/page-events.ts'
import { together } from '../browser/together.ts'
import { CODES } from '../contract/envelope.ts'
import { followPolicy, listFollows, unfollowPolicy } from '../contract/policies/platform-policy.ts'
import { askForLoginAgain } from './login.ts'
import { $session, ensureLoggedIn, handleSessionEnd } from './session.ts'

/** Page ids of originals; null without a login or before the first reading. */
export const $follows = atom<ReadonlySet<number> | null>(null)

export const $followProblem = atom<{ id: number; text: string } | null>(null)

/** Pressed by a visitor: followed after the login, dropped when the overlay closes. */
let wanted: number | null = null

/** Restarts with every change, so that an earlier list does not undo it. */
const reading = latest()

onMount($follows, () => {
  return together(
    $session.subscribe((session, before) => {
      if (session.code === CODES.ok && before?.code !== CODES.ok) meetAccount()
      if (session.code !== CODES.ok) forget(session.topShow)
    }),
    onTabsNotified('follows', readFollows),
  )
})

function forget(isAskedToLogIn: boolean): void {
  if (!isAskedToLogIn) wanted = null
  $follows.set(null)
}

async function meetAccount(): Promise<void> {
  const id = wanted
  wanted = null
  await readFollows()
  if (id !== null) await setFollow(id, true)
}

/** Quiet: runs in the background. */
async function readFollows(): Promise<void> {
  const isLatest = reading.begin()
  try {
    const { policy_ids } = await ask(listFollows, {})
    if (isLatest()) $follows.set(new Set(policy_ids))
  } catch (error) {
    handleSessionEnd(error)
  }
}

export async function toggleFollow(id: number, isFollowed: boolean): Promise<void> {
  if (await ensureLoggedIn()) await setFollow(id, !isFollowed)
  else wanted = isFollowed ? null : id
}

async function setFollow(id: number, isWanted: boolean): Promise<void> {
  try {
    await ask(isWanted ? followPolicy : unfollowPolicy, { params: { id } })
    reading.begin()
    const ids = new Set($follows.get())
    if (isWanted) ids.add(id)
    else ids.delete(id)
    $follows.set(ids)
    $followProblem.set(null)
    notifyTabs('follows')
  } catch (error) {
    if (handleSessionEnd(error)) {
      wanted = isWanted ? id : null
      askForLoginAgain()
    } else $followProblem.set({ id, text: explainError(error) })
  }
}
