/** Keeps picks equal to the shown documents, and picks files uploaded meanwhile. */
import { together } from '../../browser/together.ts'
import { onAccountEnd } from '../session.ts'
import { $uploads } from '../uploads/state.ts'
import { $picker, closePicker, type PickedFile, pickMore } from './picker.ts'
import { $view, contentOf } from './view.ts'

export function followPicks(): () => void {
  const known = new Set($uploads.get().map(({ id }) => id))
  return together(
    $view.listen((view) =>
      renew(contentOf(view).items.flatMap((item) => (item.kind === 'file' ? item.file : []))),
    ),
    $uploads.listen((uploads) => {
      for (const { id, replaces, state } of uploads) {
        if (state.status !== 'done' || known.has(id)) continue
        known.add(id)
        renew([state.file])
        // 更新 changes a file, and picks none.
        if (replaces === undefined) pickNew(state.file)
      }
    }),
    // The next person must not see the files.
    onAccountEnd(() => closePicker(false)),
  )
}

/** A file may have been renamed or updated. */
function renew(files: readonly PickedFile[]): void {
  const state = $picker.get()
  if (state.status === 'closed') return
  const newest = new Map(files.map((file) => [file.id, file]))
  if (!state.picked.some(({ id }) => newest.has(id))) return
  $picker.set({ ...state, picked: state.picked.map((each) => newest.get(each.id) ?? each) })
}

function pickNew(file: PickedFile): void {
  const state = $picker.get()
  if (state.status === 'open' && !state.picked.some(({ id }) => id === file.id)) pickMore(state, [file])
}
