/** 运营人员: who works at the desk, and the second factor by which each comes in (behaviour B4.10). */
import { atom } from 'nanostores'
import { site } from '../../../site.ts'
import { ask } from '../../api/ask.ts'
import { explainError, loadModule } from '../../api/errors.ts'
import {
  addOperator,
  beginFactor,
  confirmFactor,
  enterFactor,
  enterRecoveryCode,
  listOperatorAccounts,
  type OperatorAccount,
  renewRecoveryCodes,
  resetFactor,
  withdrawOperator,
} from '../../contract/operator/operator.ts'
import { askForProof, cancelProof, proofWanted, proveBy } from '../proof.ts'
import { attempt, type Done } from './desk.ts'
import { createDeskList } from './list.ts'

export const operatorAccounts = createDeskList<OperatorAccount, null>(
  async (_, page) => (await ask(listOperatorAccounts, { query: { page } })).result,
)

/** Each of these tells what went wrong, undefined when nothing did. */
export function appoint(phone: string): Promise<string | undefined> {
  return change(() => ask(addOperator, { body: { phone } }))
}

export function dismiss(id: number): Promise<string | undefined> {
  return change(() => ask(withdrawOperator, { params: { id } }))
}

export function resetFactorOf(id: number): Promise<string | undefined> {
  return change(() => ask(resetFactor, { params: { id } }))
}

async function change(act: () => Promise<unknown>): Promise<string | undefined> {
  const done = await attempt(act)
  await operatorAccounts.refresh()
  return done.ok ? undefined : done.text
}

export async function renewCodes(): Promise<Done<readonly string[]>> {
  const done = await attempt(async () => (await ask(renewRecoveryCodes, {})).recovery_codes)
  await operatorAccounts.refresh()
  return done
}

/** What the dialog shows of a second factor that is being set up. */
type SetUp =
  | { status: 'opening' }
  | { status: 'failed'; text: string }
  | { status: 'open'; key: string; code: readonly (readonly boolean[])[] }
  /** It is in use; these are shown once. */
  | { status: 'done'; codes: readonly string[] }

export const $setUp = atom<SetUp>({ status: 'opening' })

/** Asks for what the app has to know. Where a code by SMS is wanted first, by now, the desk asks for that. */
export async function openSetUp(): Promise<void> {
  $setUp.set({ status: 'opening' })
  try {
    const [{ secret, account }, { encode }] = await Promise.all([
      ask(beginFactor, {}),
      loadModule(() => import('uqr')),
    ])
    const code = encode(keyUri(secret, account), { border: 0 }).data
    $setUp.set({ status: 'open', key: secret, code })
  } catch (error) {
    if (proofWanted(error)) cancelProof()
    else $setUp.set({ status: 'failed', text: explainError(error) })
  }
}

/** As apps read it from a QR code; HMAC-SHA-1, 6 digits and 30 seconds are what they take without a word. */
function keyUri(secret: string, account: string): string {
  const issuer = encodeURIComponent(site.name)
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${secret}&issuer=${issuer}`
}

/** The first code of the app. The dialog stays open for the recovery codes. */
export function confirmSetUp(typed: string): Promise<void> {
  return proveBy(
    async () => {
      const { recovery_codes } = await ask(confirmFactor, { body: { code: typed } })
      $setUp.set({ status: 'done', codes: recovery_codes })
    },
    { staysOpen: true },
  )
}

/** Sets one up where none is asked for, or not yet. @returns what went wrong */
export async function setUpFactor(): Promise<string | undefined> {
  const begun = await attempt(() => ask(beginFactor, {}))
  if (!begun.ok) return begun.text
  await askForProof('set-up')
  await operatorAccounts.refresh()
  return undefined
}

export function enterDigits(typed: string): Promise<void> {
  return proveBy(() => ask(enterFactor, { body: { code: typed } }))
}

export function enterRecovery(typed: string): Promise<void> {
  return proveBy(() => ask(enterRecoveryCode, { body: { code: typed } }))
}
