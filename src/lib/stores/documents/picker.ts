/** The document picker: any section opens it and receives the chosen files. The page must contain its island. */
import { atom } from 'nanostores'
import { callSection } from '../../browser/page-events.ts'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { isAccepted, tooManyFiles } from '../../rules/files/file-kinds.ts'

import { logInFirst } from '../log-in-first.ts'

interface PickerOptions {
  /** Highest number of files; with 1 a new pick replaces the previous one (behaviour B8.5). */
  limit?: number
  /** Endings in small letters, without dots, such as `pdf`; empty for all files. */
  accept?: readonly string[]
}

export type PickedFile = Omit<DocumentFile, 'folder' | 'gmt_modified'>

type PickerState =
  | { status: 'closed' }
  | {
      status: 'open'
      limit: number
      accept: readonly string[]
      picked: readonly PickedFile[]
    }

export type OpenPicker = Extract<PickerState, { status: 'open' }>

export const $picker = atom<PickerState>({ status: 'closed' })

let settle: (files: readonly PickedFile[]) => void = () => {}

export function warmPicker(): void {
  callSection('picker')
}

/** Asks for files of the company's documents, after a login; none when closed without a choice. */
export async function openPicker({
  limit = 1,
  accept = [],
}: PickerOptions = {}): Promise<readonly PickedFile[]> {
  if (!(await logInFirst())) return []
  settle([])
  $picker.set({ status: 'open', limit, accept, picked: [] })
  warmPicker()
  return new Promise((resolve) => {
    settle = resolve
  })
}

export function togglePick(file: PickedFile): string | undefined {
  const state = $picker.get()
  if (state.status === 'closed') return undefined
  const { picked } = state
  if (picked.some(({ id }) => id === file.id)) {
    $picker.set({ ...state, picked: picked.filter(({ id }) => id !== file.id) })
    return undefined
  }
  return pickMore(state, [file])
}

/** Picks all permitted files of a folder, or none. @returns the refusal in words */
export function pickAll(files: readonly PickedFile[]): string | undefined {
  const state = $picker.get()
  if (state.status === 'closed') return undefined
  const ids = new Set(state.picked.map(({ id }) => id))
  return pickMore(
    state,
    files.filter(({ id, local_name }) => !ids.has(id) && isAccepted(local_name, state.accept)),
  )
}

/** Picks further files, all or none; with a limit of 1, replaces the pick. @returns the refusal in words */
export function pickMore(state: OpenPicker, files: readonly PickedFile[]): string | undefined {
  const { picked, limit, accept } = state
  if (!files.every(({ local_name }) => isAccepted(local_name, accept))) {
    return `只能选择 ${accept.join('、')} 格式的文件`
  }
  const isOther = limit === 1 && files.length === 1
  const next = isOther ? files : [...picked, ...files]
  if (files.length > 0 && next.length > limit) return tooManyFiles(limit)
  $picker.set({ ...state, picked: next })
  return undefined
}

export function closePicker(isConfirmed: boolean): void {
  const state = $picker.get()
  if (state.status === 'closed') return
  $picker.set({ status: 'closed' })
  settle(isConfirmed ? state.picked : [])
}
