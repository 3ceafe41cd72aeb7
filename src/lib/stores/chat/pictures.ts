/** Addresses of the pictures of dialogues: signed for five minutes, asked a few at a time, and anew when they are over. */
import { map } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { DOWNLOAD_SECONDS, downloadDocument } from '../../contract/documents/storage.ts'
import { $owner, endedByRefusal } from '../session.ts'

const AT_ONCE = 4
/** A larger picture is shown when somebody asks for it. */
const LARGEST_BYTES = 5 * 1024 ** 2

interface Picture {
  localName: string
  hashName: string
  size: number | null
}

export const $pictures = map<Record<string, string>>({})

const askedAtMs = new Map<string, number>()
const waiting: (() => void)[] = []
let asking = 0

$owner.listen(() => {
  $pictures.set({})
  askedAtMs.clear()
})

/** Asks for the address of a picture that has come into the page: once, until that address is about to end. */
export async function showPicture({ localName, hashName, size }: Picture): Promise<void> {
  const askedMs = askedAtMs.get(hashName)
  if (askedMs !== undefined && performance.now() - askedMs < DOWNLOAD_SECONDS * 900) return
  if (size !== null && size > LARGEST_BYTES) return
  askedAtMs.set(hashName, performance.now())
  if (asking >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  asking += 1
  try {
    $pictures.setKey(hashName, await askUrl(localName, hashName))
  } catch (error) {
    // The badge stays in its place.
    askedAtMs.delete(hashName)
    endedByRefusal(error)
  } finally {
    asking -= 1
    waiting.shift()?.()
  }
}

async function askUrl(filename_local: string, filename_server: string): Promise<string> {
  return (await ask(downloadDocument, { body: { filename_local, filename_server } })).download_url
}

export type LargePicture = { url: string } | { text: string }

/** A fresh address for looking at it, or why there is none. */
export async function largePicture({ localName, hashName }: Picture): Promise<LargePicture> {
  try {
    return { url: await askUrl(localName, hashName) }
  } catch (error) {
    endedByRefusal(error)
    return { text: explainError(error) }
  }
}
