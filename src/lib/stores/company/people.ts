/** Colleagues, open invitations, and joining a colleague's company by an invitation. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import {
  createInvitation,
  type Invitation,
  joinCompany,
  listColleagues,
  removeColleague,
  revokeInvitation,
} from '../../contract/account/colleague.ts'
import { createSection } from '../kit/section.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { withProof } from '../proof.ts'
import { LOGIN_IN, renewSession } from '../session.ts'

const team = createSection(async () => {
  const { items: people, invitations } = (await ask(listColleagues, {})).result
  return { people, invitations }
})

export const { $value: $team, $said: $teamSaid, open: openTeam } = team

/** The code just created, which cannot be shown again. */
export const $madeInvitation = atom<{ code: string; invitation: Invitation } | null>(null)

export function closeTeam(): void {
  team.close()
  $madeInvitation.set(null)
}

export function inviteColleague(): Promise<boolean> {
  return act(async () => {
    const { invitation_code, invitation } = await withProof(() => ask(createInvitation, {}))
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
  return act(() => withProof(() => ask(removeColleague, { params: { id } })))
}

/** Continues with a new, empty company. */
export function leaveTeam(myId: number): Promise<boolean> {
  return team.change(async () => {
    await withProof(() => ask(removeColleague, { params: { id: myId } }))
    await renewSession()
  })
}

function act(step: () => Promise<unknown>): Promise<boolean> {
  return team.change(async () => {
    await step()
    await openTeam()
  })
}

type JoinState =
  | { status: 'idle' }
  | { status: 'joining' }
  /** Data entered here would be lost: `text` explains it, and the person decides. */
  | { status: 'asking'; text: string }
  | { status: 'failed'; text: string }
  | { status: 'joined'; companyName: string }

export const $join = atom<JoinState>({ status: 'idle' })

/** @param code as typed or pasted @param discard the person accepts the loss */
export async function join(code: string, discard = false): Promise<void> {
  if ($join.get().status === 'joining') return
  const read = v.safeParse(joinCompany.body.entries.code, code)
  if (!read.success) {
    $join.set({ status: 'failed', text: read.issues[0].message })
    return
  }
  $join.set({ status: 'joining' })
  try {
    const { data, company_name } = await ask(joinCompany, { body: { code, discard } })
    $join.set({ status: 'joined', companyName: company_name })
    LOGIN_IN(data)
  } catch (error) {
    $join.set(afterRefusal(error))
  }
}

export function forgetJoin(): void {
  $join.set({ status: 'idle' })
}

function afterRefusal(error: unknown): JoinState {
  if (askAgainIfSessionEnded(error)) return { status: 'failed', text: '登录已过期，登录后请再点一次“加入”' }
  const discards = error instanceof RefusedError && error.fields['discards'] === true
  return { status: discards ? 'asking' : 'failed', text: explainError(error) }
}
