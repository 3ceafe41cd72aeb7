/** All data of the company: export, and deletion, which takes effect after a week and can be cancelled. */
import { atom } from 'nanostores'
import { ask, download } from '../../api/ask.ts'
import { explainError, NetworkError } from '../../api/errors.ts'
import { saveFile } from '../../browser/save-file.ts'
import { cancelDeletion, exportCompany, requestDeletion } from '../../contract/account/company-data.ts'
import { readProfile } from '../../contract/account/company-profile.ts'
import { createSection } from '../kit/section.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { withProof } from '../proof.ts'

export const deletion = createSection(async () => (await ask(readProfile, {})).deletion)

/** Returns true if the company will be deleted. */
export function requestEnd(): Promise<boolean> {
  return deletion.change(async () => {
    deletion.show((await withProof(() => ask(requestDeletion, {}))).deletion)
  })
}

export function cancelEnd(): Promise<boolean> {
  return deletion.change(async () => {
    await ask(cancelDeletion, {})
    deletion.show(null)
  })
}

type ExportState =
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
    const showBytes = (bytes: number) => running === abort && $export.set({ status: 'running', bytes })
    const { file, name } = await withProof(() => download(exportCompany, showBytes, abort.signal))
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
  // An incomplete file is not saved.
  const hasBegun = error instanceof NetworkError && bytesSoFar() > 0
  return hasBegun ? '下载中断，文件不完整，没有保存。请检查网络后重试' : explainError(error)
}

function bytesSoFar(): number {
  const state = $export.get()
  return state.status === 'running' ? state.bytes : 0
}
