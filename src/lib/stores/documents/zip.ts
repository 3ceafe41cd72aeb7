/**
 * A folder as one ZIP, put together in the browser while it streams from the store; the tree is kept, empty folders too.
 * Where the browser can write to a file (Chrome, Edge), any size goes straight to the disk. Elsewhere (Firefox, Safari)
 * the ZIP has to be whole before it is saved: then a folder over `WHOLE_BYTES` is not begun, and the person is told why.
 */
import { atom } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { loadModule } from '../../api/load-module.ts'
import { saveFile } from '../../browser/save-file.ts'
import type { Folder } from '../../contract/document.ts'
import { askForLoginAgain } from '../login.ts'
import { endedByRefusal } from '../session.ts'
import { type FolderPage, folderPages } from './download.ts'
import { FolderChanged, openFresh } from './fresh-urls.ts'

/** What a tab can hold of one ZIP beside everything else. */
export const WHOLE_BYTES = 1024 ** 3

export type ZipState =
  | { status: 'idle' }
  /** `files`: those that it has so far. */
  | { status: 'packing'; name: string; files: number; of: number }
  | { status: 'too-large'; folder: Folder; bytes: number }

export const $zip = atom<ZipState>({ status: 'idle' })

interface SaveTarget {
  createWritable: () => Promise<WritableStream<Uint8Array>>
  /** Where the browser can take back what it made. */
  remove?: () => Promise<void>
}
type ShowSavePicker = (options: { suggestedName: string }) => Promise<SaveTarget>

/** @returns what the person has to be told when it did not work */
export async function downloadZip(folder: Folder): Promise<string | undefined> {
  const fileName = `${folder.name}.zip`
  const target = await askWhere(fileName)
  if (target === 'cancelled') return undefined
  try {
    const pages = folderPages(folder.id)
    const { value: first } = await pages.next()
    if (!first) return undefined
    if (!target && first.bytes > WHOLE_BYTES) {
      $zip.set({ status: 'too-large', folder, bytes: first.bytes })
      return undefined
    }
    const { makeZip } = await loadModule(() => import('client-zip'))
    const zip = makeZip(entries(folder, first, pages))
    if (target) await zip.pipeTo(await target.createWritable())
    else saveFile(await new Response(zip).blob(), fileName)
    return undefined
  } catch (error) {
    // An empty file would look like a ZIP that is broken.
    await target?.remove?.().catch(() => {})
    if (endedByRefusal(error)) askForLoginAgain()
    return error instanceof FolderChanged ? error.message : explainError(error)
  } finally {
    if ($zip.get().status === 'packing') $zip.set({ status: 'idle' })
  }
}

export function forgetZip(): void {
  $zip.set({ status: 'idle' })
}

async function* entries(folder: Folder, first: FolderPage, rest: ReturnType<typeof folderPages>) {
  let files = 0
  for (const path of first.empty_folders) yield { name: path }
  for (let page: FolderPage | undefined = first; page; page = (await rest.next()).value ?? undefined) {
    // What is deleted moves the files behind it to the page before.
    if (page.total < first.total) throw new FolderChanged()
    const open = openFresh(folder.id, page)
    for (const { name } of page.urls) {
      files += 1
      $zip.set({ status: 'packing', name: folder.name, files, of: page.total })
      yield { name, input: await open(name) }
    }
  }
}

/** A place on the disk, so that nothing has to fit into memory; undefined where the browser has no such dialog. */
async function askWhere(suggestedName: string): Promise<SaveTarget | 'cancelled' | undefined> {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: ShowSavePicker }
  if (!showSaveFilePicker) return undefined
  return showSaveFilePicker({ suggestedName }).catch((error: unknown) => {
    if ((error as Error).name === 'AbortError') return 'cancelled'
    return undefined
  })
}
