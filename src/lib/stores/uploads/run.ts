/** One upload from the chosen file to its entry in a folder, and its end when it is given up. */
import { createFile, fetchFiles, updateFile } from '../../api/document-file.ts'
import { RefusedError } from '../../api/errors.ts'
import { pauseForLine } from '../../browser/line.ts'
import { inTurn } from '../../browser/upload-turn.ts'
import { CODES } from '../../contract/envelope.ts'
import { validityText } from '../../rules/paper-validity.ts'
import { keepTrying, type Patience } from '../../upload/keep-trying.ts'
import { explainWaiting, SENT_ELSEWHERE, UploadError } from '../../upload/upload-error.ts'
import { needRoom, setUsedBytes } from '../documents/storage-room.ts'
import { chooseTarget, doubtNames, noteName, type Target } from './names.ts'
import { keptSending } from './send-kept.ts'
import { findUpload, setUploadState, type UploadItem, type UploadState } from './state.ts'
import { takeBack } from './take-back.ts'

const SKIPPED: UploadState = { status: 'cancelled', how: 'skipped' }

/**
 * Waits while another page sends a file of this name into this folder.
 * @throws UploadError, ApiError, or the signal's reason when it was cancelled before anything was sent
 */
export function runUpload(item: UploadItem, signal: AbortSignal): Promise<UploadState> {
  const { id, file, folderId } = item
  const onWaiting = () => setUploadState(id, { status: 'waiting', sent: 0, text: SENT_ELSEWHERE })
  return inTurn({ folderId, name: file.name }, { signal, onWaiting }, () => send(item, signal))
}

async function send(item: UploadItem, signal: AbortSignal): Promise<UploadState> {
  const { id, file } = item
  setUploadState(id, { status: 'reading' })
  const patience = patienceOf(id, signal)
  const target = await keepTrying('token', () => chooseTarget(item, signal), patience)
  if (target.kind === 'skip') return SKIPPED
  const { folderId, folderName, replaces, name } = item
  const { companyId } = await keepTrying('token', needRoom, patience)
  const sending = await keptSending(
    { file, bucket: 'documents', companyId },
    { folderId, folderName, replaces, ...(replaces !== undefined && { replacesName: name }) },
  )
  let key: string | undefined
  try {
    key = await sending.send({
      ...patience,
      onProgress: (sent) => showProgress(id, sent),
      onSent: () => setUploadState(id, { status: 'finishing' }),
    })
    setUploadState(id, { status: 'finishing' })
    const stored = await enter(item, key, target, patience)
    if (stored && signal.aborted) return await takeBack(item, { sending, key, target })
    if (!stored) await sending.cancel()
    if (!stored) return SKIPPED
    sending.finish()
    noteName(stored.file)
    return { status: 'done', ...stored }
  } catch (error) {
    if (signal.aborted) return takeBack(item, { sending, key, target })
    await sending.fail(error)
    throw error
  }
}

type Entered = Pick<Extract<UploadState, { status: 'done' }>, 'file' | 'lapsed'>

/** Enters the object in its folder. When the name was taken meanwhile, the person is asked again, and may skip it. */
async function enter(
  item: UploadItem,
  key: string,
  target: Target,
  patience: Patience,
): Promise<Entered | null> {
  if (target.kind === 'skip') return null
  const { folderId: folder, file } = item
  const entry = { folder, hash_name: key, local_name: target.name, size: file.size }
  try {
    const lapsed = target.kind === 'replace' ? await readValidity(target.fileId, patience) : ''
    const answer = await keepTrying(
      'record',
      () => (target.kind === 'replace' ? updateFile(target.fileId, entry) : createFile(entry)),
      patience,
    )
    setUsedBytes(answer.size)
    return { file: answer.file, ...(lapsed && { lapsed }) }
  } catch (error) {
    const isTaken =
      error instanceof UploadError &&
      error.cause instanceof RefusedError &&
      error.cause.code === CODES.conflict
    doubtNames(folder)
    if (!isTaken) throw error
    const next = await keepTrying('record', () => chooseTarget(item, patience.signal), patience)
    // The folder does not show what stands in the way: asking again would never end.
    if (next.kind === 'new' && next.name === target.name) throw error
    return enter(item, key, next, patience)
  }
}

/** What was said of how long the paper holds that is about to be replaced. */
async function readValidity(fileId: number, patience: Patience): Promise<string> {
  const [former] = await keepTrying('record', () => fetchFiles([fileId]), patience)
  return former ? validityText(former) : ''
}

function patienceOf(id: number, signal: AbortSignal): Patience {
  return {
    signal,
    pause: pauseForLine,
    onWaiting: (step, error) => {
      if (!signal.aborted) {
        setUploadState(id, { status: 'waiting', sent: sentOf(id), text: explainWaiting(step, error) })
      }
    },
    onResumed: () => {
      if (!signal.aborted) setUploadState(id, { status: 'uploading', sent: sentOf(id) })
    },
  }
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
