/** A folder as one ZIP, put together in the browser while it streams from the store; the tree is kept. */
import { atom } from 'nanostores'
import { explainError, HttpError, NetworkError } from '../../api/errors.ts'
import { loadModule } from '../../api/load-module.ts'
import type { Folder } from '../../contract/document.ts'
import { folderUrls } from './download.ts'

/** The ZIP under way: its name, and the files that it has so far. */
export const $zip = atom<{ name: string; files: number } | null>(null)

interface SaveTarget {
  createWritable: () => Promise<WritableStream<Uint8Array>>
}
type ShowSavePicker = (options: { suggestedName: string }) => Promise<SaveTarget>

/** @returns what the person has to be told when it did not work */
export async function downloadZip({ id, name }: Folder): Promise<string | undefined> {
  const fileName = `${name}.zip`
  try {
    const target = await askWhere(fileName)
    if (target === 'cancelled') return undefined
    $zip.set({ name, files: 0 })
    const { downloadZip: zip } = await loadModule(() => import('client-zip'))
    const { body } = zip(entries(id, name))
    if (!body) return undefined
    if (target) await body.pipeTo(await target.createWritable())
    else saveBlob(await new Response(body).blob(), fileName)
    return undefined
  } catch (error) {
    return explainError(error)
  } finally {
    $zip.set(null)
  }
}

async function* entries(folderId: number, folderName: string) {
  let files = 0
  for await (const { name, download_url } of folderUrls(folderId)) {
    files += 1
    $zip.set({ name: folderName, files })
    yield { name, input: await open(download_url) }
  }
}

async function open(url: string): Promise<Response> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw new NetworkError('no answer of the store', { cause })
  })
  if (!response.ok) throw new HttpError(response.status)
  return response
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

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Chromium reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
