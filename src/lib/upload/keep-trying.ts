/** Tries again after every loss of the network, however long it takes, and after a few faults of a server. */
import { HttpError, LoadError, NetworkError } from '../api/errors.ts'
import { FileGoneError } from './file-bytes.ts'
import { UploadError, type UploadStep } from './upload-error.ts'

/** Times that a server may answer with a fault, or ali-oss not come, before the person is asked. */
const FAULTS = 4

export interface RetryPolicy {
  signal: AbortSignal
  /** Ends when another try makes sense: the network is back, or some time has passed. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>
  /** It waits for the network now; `error` is what went wrong. */
  onWaiting: (step: UploadStep, error: unknown) => void
  onResumed: () => void
}

/** @throws UploadError, or the signal's reason */
export async function keepTrying<Value>(
  step: UploadStep,
  work: () => Promise<Value>,
  { signal, pause, onWaiting, onResumed }: RetryPolicy,
): Promise<Value> {
  let faults = 0
  for (let failures = 0; ; failures++) {
    signal.throwIfAborted()
    try {
      const value = await work()
      if (failures > 0) onResumed()
      return value
    } catch (error) {
      signal.throwIfAborted()
      const isFault = error instanceof HttpError || error instanceof LoadError
      if (isFault) faults++
      const isPassing = error instanceof NetworkError || (isFault && faults < FAULTS)
      if (!isPassing) {
        if (failures > 0) onResumed()
        throw error instanceof UploadError
          ? error
          : new UploadError(error instanceof FileGoneError ? 'read' : step, error)
      }
      if (failures === 0) onWaiting(step, error)
      await pause(failures, signal)
    }
  }
}
