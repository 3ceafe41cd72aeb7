/** Keeps picks equal to the documents, and picks files uploaded meanwhile. */
import { ask } from '../../api/ask.ts'
import { together } from '../../browser/together.ts'
import { readFiles } from '../../contract/documents/document-file.ts'
import { handleSessionEnd, onAccountEnd } from '../session.ts'
import { $uploads, type UploadItem } from '../uploads/state.ts'
import { $picker, closePicker, type PickedFile, pickMore } from './picker.ts'
import { $view } from './view.ts'

export function followPicks(): () => void {
  const earlier = new Set($uploads.get().map(({ id }) => id))
  const begun = new Map<number, string>()
  const ended = new Set<number>()
  return together(
    $view.listen(({ status }) => {
      if (status === 'ready') readPicks()
    }),
    $uploads.listen((uploads) => {
      for (const upload of uploads) {
        if (earlier.has(upload.id) || ended.has(upload.id)) continue
        if (!begun.has(upload.id)) begun.set(upload.id, pickedIds())
        if (upload.state.status !== 'done') continue
        ended.add(upload.id)
        pickUploaded(upload, upload.state.file, begun.get(upload.id) === pickedIds())
      }
    }),
    // The next person must not see the files.
    onAccountEnd(() => closePicker(false)),
  )
}

/** Picks an upload of this opening, without dropping a file or a later choice. */
function pickUploaded({ replaces }: UploadItem, file: PickedFile, isLastWord: boolean): void {
  const state = $picker.get()
  if (state.status === 'closed') return
  const { picked, limit } = state
  const isPicked = picked.some(({ id }) => id === file.id)
  if (isPicked) pick((before) => before.map((each) => (each.id === file.id ? file : each)))
  // 更新 changes a file, and picks none.
  else if (replaces === undefined && (isLastWord || picked.length < limit)) pickMore(state, [file])
}

async function readPicks(): Promise<void> {
  const state = $picker.get()
  if (state.status === 'closed' || state.picked.length === 0) return
  const asked = state.picked.map(({ id }) => id)
  try {
    const { result } = await ask(readFiles, { query: { ids: asked.join() } })
    const files = new Map(result.items.map((file) => [file.id, file]))
    pick((picked) => picked.flatMap((each) => files.get(each.id) ?? (asked.includes(each.id) ? [] : each)))
  } catch (error) {
    handleSessionEnd(error)
  }
}

function pick(choose: (picked: readonly PickedFile[]) => readonly PickedFile[]): void {
  const state = $picker.get()
  if (state.status === 'open') $picker.set({ ...state, picked: choose(state.picked) })
}

function pickedIds(): string {
  const state = $picker.get()
  return state.status === 'open' ? state.picked.map(({ id }) => id).join() : ''
}
