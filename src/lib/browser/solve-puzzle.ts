/** Solves a puzzle of the server in the background. Loads only when the server asks for it. */
import { beginsWithZeroBits, workOn } from '../rules/text/puzzle.ts'
import { yieldToBrowser } from './yield-to-browser.ts'

/** Number of hashes that run in parallel, because each one waits for its turn. */
const AT_ONCE = 128

/** @returns the number that solves it; undefined without Web Crypto, as on a page without HTTPS */
export async function solvePuzzle({
  text,
  bits,
}: {
  text: string
  bits: number
}): Promise<string | undefined> {
  const { subtle } = globalThis.crypto
  if (!subtle) return undefined
  const encoder = new TextEncoder()
  for (let first = 0; ; first += AT_ONCE) {
    const nonces = Array.from({ length: AT_ONCE }, (_, index) => first + index)
    const hashes = await Promise.all(
      nonces.map((nonce) => subtle.digest('SHA-256', encoder.encode(workOn(text, nonce)))),
    )
    const found = hashes.findIndex((hash) => beginsWithZeroBits(new Uint8Array(hash), bits))
    if (found >= 0) return String(first + found)
    await yieldToBrowser()
  }
}
