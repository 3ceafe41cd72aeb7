/** One upload from the chosen file to its entry in a folder, or to its removal after a cancellation. */
import { ask } from '../../api/ask.ts'
import { RefusedError } from '../../api/errors.ts'
import { inTurn } from '../../browser/upload-turn.ts'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { addFile, readFiles, replaceFile } from '../../contract/documents/document-file.ts'
import { CODES } from '../../contract/envelope.ts'
import {
  explainWaiting,
  keepTrying,
  type RetryPolicy,
  SENT_ELSEWHERE,
  UploadError,
} from '../../upload/failures.ts'
import { validityText } from '../documents/paper-validity.ts'
import { requireQuota, setUsedBytes } from '../documents/storage-quota.ts'
import { UNCANCELLABLE } from './broken-off.ts'
import { keptSending } from './kept-sending.ts'
import { chooseTarget, doubtNames, noteName, type Target } from './names.ts'
import { $replaced, findUpload, setUploadState, type UploadItem, type UploadState } from './state.ts'

const SKIPPED: UploadState = { status: 'cancelled', how: 'skipped' }

/** Waits while another page uploads a file with this name into this folder. */
export function runUpload(item: UploadItem, signal: AbortSignal): Promise<UploadState> {
  const { file, folderId } = item
  const reporter = reporterOf(item, signal)
  const onWaiting = () => reporter.show({ status: 'waiting', sent: 0, text: SENT_ELSEWHERE })
  return inTurn({ folderId, name: file.name }, { signal, onWaiting }, () => send(item, reporter))
}

async function send(item: UploadItem, { show, retry }: Reporter): Promise<UploadState> {
  const { file, folderId, folderName } = item
  const { signal } = retry
  show({ status: 'reading' })
  const target = await keepTrying('token', () => chooseTarget(item, signal), retry)
  if (target.kind === 'skip') return SKIPPED
  const { companyId } = await keepTrying('token', requireQuota, retry)
  const sending = keptSending({ file, bucket: 'documents', companyId }, { folderId, folderName })
  const attempt: FileAttempt = { target }
  try {
    const key = await sending.send({
      ...retry,
      onProgress: (sent) => showProgress(item.id, sent),
      onSent: () => show({ status: 'finishing' }),
    })
    show({ status: 'finishing' })
    const stored = await enter(item, key, attempt, retry)
    if (!stored) await sending.cancel()
    if (!stored) return SKIPPED
    sending.finish()
    noteName(stored)
    if (attempt.former) $replaced.set(attempt.former)
    return doneOf(item, stored, attempt, signal.aborted)
  } catch (error) {
    if (signal.aborted) return { status: 'cancelled', how: (await sending.cancel()) ? 'clean' : 'later' }
    await sending.fail(error)
    throw error
  }
}

interface FileAttempt {
  target: Target
  /** The replaced document. */
  former?: DocumentFile | undefined
}

function doneOf(
  { file: { name: by }, replacesName: former }: UploadItem,
  file: DocumentFile,
  { former: replacedFile }: FileAttempt,
  isLate: boolean,
): UploadState {
  const lapsed = replacedFile && validityText(replacedFile)
  const isOther = former !== undefined && former !== by
  const replaced = isOther && { replaced: { former, by } }
  return { status: 'done', file, ...replaced, ...(lapsed && { lapsed }), ...(isLate && { isLate }) }
}

/** Cannot be cancelled once requested. If the name was taken meanwhile, the person is asked again. */
async function enter(
  item: UploadItem,
  key: string,
  attempt: FileAttempt,
  retry: RetryPolicy,
): Promise<DocumentFile | null> {
  const { target } = attempt
  if (target.kind === 'skip') return null
  const { folderId: folder, file } = item
  const body = { folder, hash_name: key, local_name: target.name, size: file.size }
  try {
    attempt.former = target.kind === 'replace' ? await readFormer(target.fileId, retry) : undefined
    retry.signal.throwIfAborted()
    const answer = await keepTrying(
      'record',
      () =>
        target.kind === 'replace'
          ? ask(replaceFile, { params: { id: target.fileId }, body })
          : ask(addFile, { body }),
      { ...retry, signal: UNCANCELLABLE.signal },
    )
    setUsedBytes(answer.size)
    return answer.file
  } catch (error) {
    const isTaken =
      error instanceof UploadError &&
      error.cause instanceof RefusedError &&
      error.cause.code === CODES.conflict
    doubtNames(folder)
    if (!isTaken) throw error
    const next = await keepTrying('record', () => chooseTarget(item, retry.signal), retry)
    // The folder does not show the file with this name, so asking again would never end.
    if (next.kind === target.kind && next.name === target.name) throw error
    attempt.target = next
    return enter(item, key, attempt, retry)
  }
}

async function readFormer(fileId: number, retry: RetryPolicy): Promise<DocumentFile | undefined> {
  const { result } = await keepTrying('record', () => ask(readFiles, { query: { ids: fileId } }), retry)
  return result.items[0]
}

interface Reporter {
  show: (state: UploadState) => void
  retry: RetryPolicy
}

function reporterOf({ id }: UploadItem, signal: AbortSignal): Reporter {
  const show = (state: UploadState) => {
    if (!signal.aborted) setUploadState(id, state)
  }
  const retry: RetryPolicy = {
    signal,
    pause: waitForNetwork,
    onWaiting: (step, error) =>
      show({ status: 'waiting', sent: sentOf(id), text: explainWaiting(step, error) }),
    onResumed: () => show({ status: 'uploading', sent: sentOf(id) }),
  }
  return { show, retry }
}

function showProgress(id: number, sent: number): void {
  const state = findUpload(id)?.state
  if (state?.status === 'waiting') setUploadState(id, { ...state, sent })
  else if (state?.status === 'reading' || state?.status === 'uploading' || state?.status === 'conflict') {
    setUploadState(id, { status: 'uploading', sent })
  }
}

function sentOf(id: number): number {
  const state = findUpload(id)?.state
  return state && 'sent' in state ? state.sent : 0
}
