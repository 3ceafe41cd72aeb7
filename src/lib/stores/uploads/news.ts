/** What there is to say of how uploads end: a success when the last is through, anything else at once. */
import { CANCELLED, CLEANED_LATER } from '../../upload/upload-error.ts'
import { isEnded, type UploadItem, type UploadState } from './state.ts'

export const TOO_LATE = '已经替换，来不及取消'

type News = '上传失败' | typeof CLEANED_LATER | typeof CANCELLED | typeof TOO_LATE | '上传成功'

/** @returns a function for every change of the list; it gives undefined if there is nothing to say */
export function newsTeller(
  first: readonly UploadItem[],
): (uploads: readonly UploadItem[]) => News | undefined {
  let before = new Map(first.map(({ id, state }) => [id, state.status]))
  /** Successes of a queue that was through. */
  let told = successesIn(first)
  return (uploads) => {
    const changed = uploads.flatMap(({ id, state }) =>
      before.has(id) && before.get(id) !== state.status ? state : [],
    )
    const done = successesIn(uploads)
    const isNew = [...done].some((id) => !told.has(id))
    const isThrough = changed.length > 0 && uploads.every(isEnded)
    before = new Map(uploads.map(({ id, state }) => [id, state.status]))
    if (isThrough) told = done
    return endIn(changed) ?? (isThrough && isNew ? '上传成功' : undefined)
  }
}

function successesIn(uploads: readonly UploadItem[]): ReadonlySet<number> {
  return new Set(uploads.flatMap(({ id, state }) => (state.status === 'done' && !state.isLate ? id : [])))
}

function endIn(changed: readonly UploadState[]): News | undefined {
  if (changed.some(({ status }) => status === 'failed')) return '上传失败'
  if (changed.some((state) => state.status === 'done' && state.isLate)) return TOO_LATE
  const isCancelled = (how: 'clean' | 'later') =>
    changed.some((state) => state.status === 'cancelled' && state.how === how)
  if (isCancelled('later')) return CLEANED_LATER
  return isCancelled('clean') ? CANCELLED : undefined
}
