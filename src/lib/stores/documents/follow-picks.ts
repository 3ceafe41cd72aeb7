/** Keeps picks equal to the documents, and picks files uploaded meanwhile. */
import { ask } from '../../api/ask.ts'
import { together } from '../../browser/together.ts'
import { readFiles } from '../../contract/documents/document-file.ts'
import { onAccountEnd } from '../account-end.ts'
import { handleSessionEnd } from '../session.ts'
import { $uploads } from '../uploads/state.ts'
import { $picker, closePicker, type PickedFile, pickMore } from './picker.ts'
import { $view } from './view.ts'

export function followPicks(): () => void {
  const known = new Set($uploads.get().map(({ id }) => id))
  return together(
    $view.listen(({ status }) => {
      if (status === 'ready') readPicks()
    }),
    $uploads.listen((uploads) => {
      for (const { id, replaces, state } of uploads) {
        if (state.status !== 'done' || known.has(id)) continue
        known.add(id)
        const { file } = state
        renew((each) => (each.id === file.id ? file : each))
        // 更新 changes a file, and picks none.
        if (replaces === undefined) pickNew(file)
      }
    }),
    // The next person must not see the files.
    onAccountEnd(() => closePicker(false)),
  )
}

/** A pick may have been renamed, updated or deleted, in any folder and by anybody. */
async function readPicks(): Promise<void> {
  const state = $picker.get()
  if (state.status === 'closed' || state.picked.length === 0) return
  const asked = new Set(state.picked.map(({ id }) => id))
  try {
    const { result } = await ask(readFiles, { query: { ids: [...asked].join() } })
    const files = new Map(result.items.map((file) => [file.id, file]))
    renew((each) => files.get(each.id) ?? (asked.has(each.id) ? [] : each))
  } catch (error) {
    // On an error they stay as known.
    handleSessionEnd(error)
  }
}

function renew(renewed: (pick: PickedFile) => PickedFile | []): void {
  const state = $picker.get()
  if (state.status === 'open') $picker.set({ ...state, picked: state.picked.flatMap(renewed) })
}

function pickNew(file: PickedFile): void {
  const state = $picker.get()
  if (state.status === 'open' && !state.picked.some(({ id }) => id === file.id)) pickMore(state, [file])
}
