/** What stops the whole queue instead of failing its files one after the other. */

import { atom } from 'nanostores'
import { RefusedError } from '../../api/errors.ts'
import { together } from '../../browser/together.ts'
import { CODES } from '../../contract/envelope.ts'
import { UploadError } from '../../upload/upload-error.ts'
import { $quota, followQuota, type Quota, refreshQuota } from '../documents/storage-quota.ts'

export interface Hold {
  /** `login`: until somebody of the company is logged in; `full`: until there is more room; `often`: until the person says so. */
  why: 'login' | 'full' | 'often'
  text: string
}

/** Why nothing goes up although files wait; null: nothing stands in the way. */
export const $hold = atom<Hold | null>(null)

/** Undefined: what went wrong is of one file alone. */
export function holdOf(error: unknown): Hold | undefined {
  const cause = error instanceof UploadError ? error.cause : error
  if (!(cause instanceof RefusedError)) return undefined
  if (cause.code === CODES.notLoggedIn) return { why: 'login', text: '登录已过期，登录后自动继续' }
  if (cause.code === CODES.tooOften) return { why: 'often', text: cause.message }
  if (error instanceof UploadError && error.isFull) {
    return { why: 'full', text: '空间不足，已暂停；空间增加后自动继续' }
  }
  return undefined
}

/** Runs `goOn`, which ends the hold, once there is more room than at the hold; wherever the person is on the page. */
export async function whenFreed(hold: Hold, goOn: () => void): Promise<void> {
  const before = await refreshQuota()
  if (!before || $hold.get() !== hold) return
  const end = together(
    followQuota(),
    $quota.listen((state) => {
      if (state.status === 'ready' && freeBytes(state.quota) > freeBytes(before)) goOn()
    }),
    $hold.listen(() => end()),
  )
}

function freeBytes({ limitBytes, usedBytes, reservedBytes }: Quota): number {
  return limitBytes - usedBytes - reservedBytes
}
