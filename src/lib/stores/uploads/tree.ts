/** The folders of a tree that is uploaded, and what is said of those that did not come to be. */
import { atom } from 'nanostores'
import { explainError, RefusedError } from '../../api/errors.ts'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import { CODES } from '../../contract/envelope.ts'
import { formatNumber } from '../../rules/text/format-number.ts'
import { keepTrying, type RetryPolicy } from '../../upload/keep-trying.ts'
import { explainWaiting, UploadError } from '../../upload/upload-error.ts'
import { onAccountLeft } from '../account-left.ts'
import { ensureFolder } from '../documents/default-folder.ts'
import type { TaskHandle } from '../documents/work.ts'

type Path = readonly string[]

/** Says what was skipped of the last tree and why, until the person has read it. */
export const $skipped = atom<string | null>(null)

export function forgetSkipped(): void {
  $skipped.set(null)
}
onAccountLeft(forgetSkipped)

export interface Made {
  /** By the paths of the folders. */
  ids: ReadonlyMap<string, number>
  /** The first folder that did not come to be. */
  failure: { path: Path; cause: unknown } | undefined
}

/**
 * Makes the missing folders of a tree. If one is refused, only its content is skipped; a failure that the others would
 * meet, too, ends the work. @throws the signal's reason
 */
export async function makeFolders(
  folders: readonly Path[],
  base: number | null,
  { show, retry }: { show: TaskHandle['show']; retry: RetryPolicy },
): Promise<Made> {
  const ids = new Map<string, number>()
  let failure: Made['failure']
  for (const [index, path] of [...folders].sort((a, b) => a.length - b.length).entries()) {
    const parent = path.length === 1 ? base : ids.get(path.slice(0, -1).join('/'))
    if (parent === undefined) continue
    show(`${formatNumber(index + 1)}/${formatNumber(folders.length)}`)
    try {
      const id = await keepTrying('folder', () => ensureFolder(path.at(-1) ?? '', parent), retry)
      ids.set(path.join('/'), id)
    } catch (error) {
      retry.signal.throwIfAborted()
      const cause = error instanceof UploadError ? error.cause : error
      failure ??= { path, cause }
      if (!isOfOne(cause)) break
    }
  }
  return { ids, failure }
}

function isOfOne(cause: unknown): boolean {
  return cause instanceof RefusedError && cause.code !== CODES.notLoggedIn && cause.code !== CODES.tooOften
}

/** How making folders waits while the network is away. */
export function retryFor({ show, signal }: TaskHandle): RetryPolicy {
  const onWaiting: RetryPolicy['onWaiting'] = (step, error) => show(explainWaiting(step, error))
  return { signal, pause: waitForNetwork, onWaiting, onResumed: () => {} }
}

/** Which folders are not there, why, and how many files were not uploaded for it. */
export function reportSkipped(folders: readonly Path[], files: number, { ids, failure }: Made): void {
  if (!failure) return
  const missing = folders.length - ids.size
  const which = `文件夹“${failure.path.join('/')}”${missing > 1 ? `等 ${formatNumber(missing)} 个` : ''}没有建立`
  const rest = files > 0 ? `。其中的 ${formatNumber(files)} 个文件没有上传` : ''
  $skipped.set(`${which}：${explainError(failure.cause)}${rest}`)
}
