/** The people of the company and the invitations that are open. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { tellTabs } from '../../browser/page-events.ts'
import {
  type Colleague,
  createInvitation,
  type Invitation,
  listColleagues,
  listInvitations,
  removeColleague,
  revokeInvitation,
} from '../../contract/account/colleague.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { loadSection, type Section } from '../section.ts'
import { renewSession } from '../session.ts'

export interface Team {
  people: readonly Colleague[]
  invitations: readonly Invitation[]
}

export const $team = atom<Section<Team>>({ status: 'loading' })
/** The code that was made just now: nobody can show it again. */
export const $madeInvitation = atom<{ code: string; invitation: Invitation } | null>(null)
/** Why the last step did not work, in words. */
export const $teamProblem = atom<string | null>(null)

export function openTeam(): Promise<void> {
  return loadSection($team, async () => ({
    people: (await ask(listColleagues, {})).result.items,
    invitations: (await ask(listInvitations, {})).result.items,
  }))
}

export function closeTeam(): void {
  $team.set({ status: 'loading' })
  $madeInvitation.set(null)
  $teamProblem.set(null)
}

export function inviteColleague(): Promise<boolean> {
  return act(async () => {
    const { invitation_code, invitation } = await ask(createInvitation, {})
    $madeInvitation.set({ code: invitation_code, invitation })
  })
}

export function revokeCode(id: number): Promise<boolean> {
  return act(async () => {
    await ask(revokeInvitation, { params: { id } })
    if ($madeInvitation.get()?.invitation.id === id) $madeInvitation.set(null)
  })
}

export function removeFromTeam(id: number): Promise<boolean> {
  return act(() => ask(removeColleague, { params: { id } }))
}

/** Goes on with a new, empty company. */
export async function leaveTeam(myId: number): Promise<boolean> {
  try {
    await ask(removeColleague, { params: { id: myId } })
    await renewSession()
    return true
  } catch (error) {
    if (!askAgainIfSessionEnded(error)) $teamProblem.set(explainError(error))
    return false
  }
}

/** Does something and shows how things stand then, whether it worked or not. */
async function act(step: () => Promise<unknown>): Promise<boolean> {
  $teamProblem.set(null)
  try {
    await step()
    tellTabs('company')
    return true
  } catch (error) {
    if (askAgainIfSessionEnded(error)) return false
    $teamProblem.set(explainError(error))
    return false
  } finally {
    await openTeam()
  }
}
