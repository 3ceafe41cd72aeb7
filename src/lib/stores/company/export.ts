/** The export of all data: a file that is saved when all of it has arrived. */
import { atom } from 'nanostores'
import { download } from '../../api/download.ts'
import { explainError, NetworkError } from '../../api/errors.ts'
import { saveFile } from '../../browser/save-file.ts'
import { exportCompany } from '../../contract/account/company-data.ts'
import { askAgainIfSessionEnded } from '../login.ts'

export type ExportState =
  | { status: 'idle' }
  | { status: 'running'; bytes: number }
  | { status: 'done'; name: string; bytes: number }
  | { status: 'failed'; text: string }

export const $export = atom<ExportState>({ status: 'idle' })

let running: AbortController | null = null

export async function startExport(): Promise<void> {
  if (running) return
  const abort = new AbortController()
  running = abort
  $export.set({ status: 'running', bytes: 0 })
  try {
    const { file, name } = await download(
      exportCompany,
      (bytes) => running === abort && $export.set({ status: 'running', bytes }),
      abort.signal,
    )
    saveFile(file, name)
    $export.set({ status: 'done', name, bytes: file.size })
  } catch (error) {
    $export.set(abort.signal.aborted ? { status: 'idle' } : { status: 'failed', text: wordsFor(error) })
  } finally {
    running = null
  }
}

export function cancelExport(): void {
  running?.abort()
}

function wordsFor(error: unknown): string {
  if (askAgainIfSessionEnded(error)) return '登录已过期，登录后请再导出一次'
  // Half a file is not saved.
  const hasBegun = error instanceof NetworkError && bytesSoFar() > 0
  return hasBegun ? '下载中断，文件不完整，没有保存。请检查网络后重试' : explainError(error)
}

function bytesSoFar(): number {
  const state = $export.get()
  return state.status === 'running' ? state.bytes : 0
}
