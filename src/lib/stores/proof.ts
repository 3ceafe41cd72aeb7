/** A person proves their identity again before irreversible actions, and at the desk twice a day (behaviour B4.8). */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../api/ask.ts'
import { explainError, RefusedError } from '../api/errors.ts'
import { PROOFS, type Proof, prove } from '../contract/account/proof.ts'
import { SMS_TOO_OFTEN } from '../contract/account/sms.ts'
import { CODES } from '../contract/envelope.ts'

export interface ProofNotice {
  tone: 'error' | 'success'
  text: string
}

export type ProofState =
  | { status: 'closed' }
  | { status: 'asking' | 'sending' | 'checking'; proof: Proof; notice: ProofNotice | null }

export const $proof = atom<ProofState>({ status: 'closed' })

let finish: (isProved: boolean) => void = () => {}
let asking: Promise<boolean> | undefined

export function proofWanted(error: unknown): Proof | undefined {
  if (!(error instanceof RefusedError)) return undefined
  const wanted = v.safeParse(v.picklist(PROOFS), error.fields['prove'])
  return wanted.success ? wanted.output : undefined
}

/** Opens one dialog for all who ask meanwhile. Returns whether the person has proved their identity. */
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

/** Does a step, again after each proof that the server asks for. */
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

export async function requestProofCode(): Promise<void> {
  await during('sending', async () => {
    await ask(prove, { body: {} })
    return { tone: 'success', text: '发送成功' }
  })
}

export async function enterProof(typed: string): Promise<void> {
  await during('checking', async () => {
    await ask(prove, { body: { captcha: typed } })
    finishProof()
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
