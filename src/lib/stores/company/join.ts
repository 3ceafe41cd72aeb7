/** Joining the company of a colleague by an invitation code. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { joinCompany } from '../../contract/account/colleague.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { LOGIN_IN } from '../session.ts'

export type JoinState =
  | { status: 'idle' }
  | { status: 'joining' }
  /** What was tried out here would be lost: `text` says so, and the person decides. */
  | { status: 'asking'; text: string }
  | { status: 'failed'; text: string }
  | { status: 'joined'; companyName: string }

export const $join = atom<JoinState>({ status: 'idle' })

/** @param code as it was typed or pasted; `discard`: the person has agreed to what is lost */
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
  if (askAgainIfSessionEnded(error)) return { status: 'failed', text: '登录已过期，登录后请再按一次“加入”' }
  const discards = error instanceof RefusedError && error.fields['discards'] === true
  return { status: discards ? 'asking' : 'failed', text: explainError(error) }
}
