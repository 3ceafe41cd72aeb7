/** The second factor by which an operator enters the desk (behaviour B4.10). */
import { site } from '../../../site.ts'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { beginFactor, enterFactor } from '../../contract/operator/operator.ts'
import { askForProof, cancelProof, proofWanted } from '../proof.ts'
import { attempt, type Done } from './desk.ts'
import { operatorAccounts } from './lists.ts'

/** Like `attempt`, for the calls that are a proof themselves. */
async function tried<Value>(act: () => Promise<Value>): Promise<Done<Value>> {
  try {
    return { ok: true, value: await act() }
  } catch (error) {
    // The desk asks for a code by SMS first.
    if (proofWanted(error)) cancelProof()
    return { ok: false, text: explainError(error), isConflict: false }
  }
}

/** Sets up a second factor although it is optional. Returns the error. */
export async function setUpFactor(): Promise<string | undefined> {
  const begun = await attempt(() => ask(beginFactor, {}))
  if (!begun.ok) return begun.text
  await askForProof('set-up')
  await operatorAccounts.refresh()
  return undefined
}

/** Returns the key for an authenticator app, and its form for a QR code: HMAC-SHA-1, 6 digits and 30 seconds are usual. */
export function openSetUp(): Promise<Done<{ key: string; uri: string }>> {
  return tried(async () => {
    const { secret, account } = await ask(beginFactor, {})
    const issuer = encodeURIComponent(site.name)
    const label = `${issuer}:${encodeURIComponent(account)}`
    return { key: secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}` }
  })
}

/** Enters the digits of the app, or a recovery code. The first digits return the recovery codes. */
export function enterCode(code: string): Promise<Done<readonly string[] | undefined>> {
  return tried(async () => (await ask(enterFactor, { body: { code } })).recovery_codes)
}
