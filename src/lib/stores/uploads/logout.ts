/** A logout while uploads are not through: asked about, and then nothing of them keeps room on the server. */
import { atom } from 'nanostores'
import { readKeptUploads } from '../../browser/kept-uploads.ts'
import { $companyId, beforeLogout } from '../session.ts'
import { abandonIfFree } from './abandon-upload.ts'
import { cancelAllUploads } from './queue.ts'
import { $uploads, isEnded } from './state.ts'

/** Nobody waits longer for a server that does not answer: the next login of the company closes the rest. */
const LIMIT_MS = 5000

interface LogoutQuestion {
  /** Uploads that would be lost. */
  count: number
  answer: (isSure: boolean) => void
}

/** The question that a logout waits with. */
export const $logoutQuestion = atom<LogoutQuestion | null>(null)

/** While the question can be shown. @returns a function that ends it */
export function guardLogout(): () => void {
  return beforeLogout(endUploads, askIfSure)
}

function askIfSure(): Promise<boolean> {
  const count = $uploads.get().filter((item) => !isEnded(item) || item.state.status === 'failed').length
  if (count === 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    $logoutQuestion.set({
      count,
      answer: (isSure) => {
        $logoutQuestion.set(null)
        resolve(isSure)
      },
    })
  })
}

/** As long as the server still listens to who is logged in. */
async function endUploads(): Promise<void> {
  const isLate = new Promise<void>((resolve) => {
    setTimeout(resolve, LIMIT_MS)
  })
  await Promise.race([cancelAllUploads().then(abandonBrokenOff), isLate])
}

async function abandonBrokenOff(): Promise<void> {
  const companyId = $companyId.get()
  const own = readKeptUploads().filter((kept) => kept.companyId === companyId)
  await Promise.all(own.map(abandonIfFree))
}
