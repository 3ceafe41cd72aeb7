/** Before what cannot be undone, and at the desk twice a day, a person proves once more who he is (behaviour B4.8). */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../api/ask.ts'
import { explainError, loadModule, RefusedError } from '../api/errors.ts'
import { PROOFS, type Proof, prove, sendProofCode } from '../contract/account/proof.ts'
import { SMS_TOO_OFTEN } from '../contract/account/sms.ts'
import { CODES } from '../contract/envelope.ts'

export interface ProofNotice {
  tone: 'error' | 'success'
  text: string
}

export type ProofState =
  | { status: 'closed' }
  /** `proof`: what is asked for. */
  | { status: 'asking' | 'sending' | 'checking'; proof: Proof; notice: ProofNotice | null }

export const $proof = atom<ProofState>({ status: 'closed' })

let finish: (isProved: boolean) => void = () => {}
let asking: Promise<boolean> | undefined

/** What the server wants before it does what it was asked for; undefined: that is not why it refused. */
export function proofWanted(error: unknown): Proof | undefined {
  if (!(error instanceof RefusedError)) return undefined
  const wanted = v.safeParse(v.picklist(PROOFS), error.fields['prove'])
  return wanted.success ? wanted.output : undefined
}

/** Opens the dialog, once for all who ask meanwhile. @returns whether the person has proved it */
export function askForProof(proof: Proof): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    finish = resolve
    $proof.set({ status: 'asking', proof, notice: null })
  }).finally(() => {
    asking = undefined
    $proof.set({ status: 'closed' })
  })
  return asking
}

/** Does a step; where the server wants a proof first, asks for it and does the step again. It may want one after another. */
export async function withProof<Value>(step: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      const proof = proofWanted(error)
      if (!proof || !(await askForProof(proof))) throw error
    }
  }
}

export function cancelProof(): void {
  finish(false)
}

/** The dialog of a proof that few are asked for. @returns what went wrong; the proof is cancelled then */
export async function loadProofDialog<Module extends object>(
  load: () => Promise<Module>,
): Promise<Module | string> {
  try {
    return await loadModule(load)
  } catch (error) {
    cancelProof()
    return explainError(error)
  }
}

export async function requestProofCode(): Promise<void> {
  await during('sending', async () => {
    await ask(sendProofCode, {})
    return { tone: 'success', text: '发送成功' }
  })
}

export function enterProof(typed: string): Promise<void> {
  return proveBy(() => ask(prove, { body: { captcha: typed } }))
}

/**
 * Takes what was typed to the server: where it is accepted, the person has proved it.
 * @param staysOpen there is more to read before the dialog closes
 */
export async function proveBy(
  check: () => Promise<unknown>,
  { staysOpen } = { staysOpen: false },
): Promise<void> {
  await during('checking', async () => {
    await check()
    if (!staysOpen) finishProof()
    return null
  })
}

export function finishProof(): void {
  finish(true)
}

async function during(
  status: 'sending' | 'checking',
  step: () => Promise<ProofNotice | null>,
): Promise<void> {
  const state = $proof.get()
  if (state.status !== 'asking') return
  const { proof } = state
  $proof.set({ status, proof, notice: null })
  const notice = await step().catch(
    (error: unknown): ProofNotice => ({ tone: 'error', text: wordsFor(error, status) }),
  )
  if ($proof.get().status === status) $proof.set({ status: 'asking', proof, notice })
}

function wordsFor(error: unknown, status: 'sending' | 'checking'): string {
  const isTooOften = status === 'sending' && error instanceof RefusedError && error.code === CODES.tooOften
  return isTooOften ? SMS_TOO_OFTEN : explainError(error)
}
