/** Downloads: one file, a folder's files one per second (behaviour B8.4), or a folder as one ZIP. */
import { ask } from '../../api/ask.ts'
import { explainError, HttpError, loadModule, NetworkError } from '../../api/errors.ts'
import { saveFile, saveUrl } from '../../browser/save-file.ts'
import { pause } from '../../browser/wait-for-network.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { downloadFolder, type Folder } from '../../contract/documents/document.ts'
import { downloadFile } from '../../contract/documents/document-file.ts'
import { DOWNLOAD_SECONDS } from '../../contract/documents/storage.ts'
import { WITHHELD_WORDS } from '../../rules/files/scan-words.ts'
import { formatStorage } from '../../rules/files/storage-units.ts'
import { formatNumber } from '../../rules/text/format-number.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { requireQuota } from './storage-quota.ts'
import type { DocumentItem } from './view.ts'
import { isWorking, runWork, type TaskHandle } from './work.ts'
import { unpackable, zipNames } from './zip-names.ts'

const SPACING_MS = 1000
/** Number of named files; the folder shows the others. */
const NAMED_AT_ONCE = 3
const CHANGED = '下载时文件夹内容有变动，部分文件可能未下载，请核对后重新下载'

/** @returns the error in words: 目标文件夹为空 comes from the server */
export async function downloadItem(item: DocumentItem): Promise<string | undefined> {
  try {
    if (item.kind === 'folder') return await downloadEach(item.folder)
    saveUrl((await ask(downloadFile, { query: {}, params: { id: item.file.id } })).download_url)
    return undefined
  } catch (error) {
    askAgainIfSessionEnded(error)
    return explainError(error)
  }
}

async function downloadEach({ id, name }: Folder): Promise<string | undefined> {
  if (isWorking('download')) return '正在下载另一个文件夹，请等待完成或先停止'
  return runWork({ kind: 'download', title: `正在逐个下载“${name}”里的文件` }, async ({ show, signal }) => {
    let files = 0
    let total: number | undefined
    let isChanged = false
    const leftOut: LeftOut[] = []
    for await (const page of folderPages(id)) {
      // Later pages may have lost or gained files.
      isChanged ||= total !== undefined && total !== page.total
      total = page.total
      const urlOf = freshUrls(id, page)
      files += page.left_out.length
      leftOut.push(...page.left_out)
      for (const { name: path } of page.urls) {
        files += 1
        show(`第 ${formatNumber(files)} 个，共 ${formatNumber(total)} 个`)
        const url = await urlOf(path).catch(missing)
        if (signal.aborted) return undefined
        if (url === undefined) isChanged = true
        else saveUrl(url)
        await pause(SPACING_MS, signal)
      }
    }
    return isChanged ? CHANGED : leftOutText(leftOut)
  })
}

type LeftOut = FolderPage['left_out'][number]

function leftOutText(files: readonly LeftOut[]): string | undefined {
  if (files.length === 0) return undefined
  const named = files.slice(0, NAMED_AT_ONCE).map(toLine).join('；')
  return `有 ${formatNumber(files.length)} 个文件不能下载，已跳过：${named}${files.length > NAMED_AT_ONCE ? '等' : ''}`
}

function toLine({ name, reason }: LeftOut): string {
  return `“${name}”${WITHHELD_WORDS[reason]}`
}

/** The file was deleted after its page was read. */
function missing(error: unknown): undefined {
  if (!(error instanceof FolderChanged)) throw error
}

/** The size of a ZIP that a tab can hold in memory. */
const WHOLE_BYTES = 1024 ** 3

interface SaveTarget {
  createWritable: () => Promise<WritableStream<Uint8Array>>
  /** Deletes the incomplete file, if the browser can. */
  remove?: () => Promise<void>
}

type ShowSavePicker = (options: { suggestedName: string }) => Promise<SaveTarget>

/**
 * Downloads a folder as one ZIP, built in the browser while it streams from the store, with empty folders. In
 * Chrome and Edge any size goes straight to disk. Firefox and Safari need the whole ZIP in memory: a folder over
 * `WHOLE_BYTES` is refused with the reason.
 * @returns the error in words
 */
export async function downloadZip(folder: Folder): Promise<string | undefined> {
  if (isWorking('zip')) return '正在打包另一个文件夹，请等待完成或先停止'
  const target = await askWhere(zipOf(folder))
  if (target === 'cancelled') return undefined
  return runWork({ kind: 'zip', title: `正在把“${folder.name}”打包下载` }, (packing) =>
    pack(folder, target, packing),
  )
}

async function pack(
  folder: Folder,
  target: SaveTarget | undefined,
  packing: TaskHandle,
): Promise<string | undefined> {
  const { signal } = packing
  try {
    const pages = folderPages(folder.id)
    const { value: first } = await pages.next()
    if (!first) return undefined
    if (!target && first.bytes > WHOLE_BYTES) return tooLarge(first.bytes)
    const { makeZip } = await loadModule(() => import('client-zip'))
    const leftOut: LeftOut[] = []
    const zip = makeZip(entries(folder, { first, rest: pages, leftOut }, packing))
    if (target) await zip.pipeTo(await target.createWritable(), { signal })
    else saveFile(await new Response(zip).blob(), zipOf(folder))
    return leftOutText(leftOut)
  } catch (error) {
    // An empty file would look like a broken ZIP.
    await target?.remove?.().catch(() => {})
    if (signal.aborted) return undefined
    askAgainIfSessionEnded(error)
    return error instanceof FolderChanged ? error.message : explainError(error)
  }
}

function zipOf({ name }: Folder): string {
  return `${unpackable(name)}.zip`
}

function tooLarge(bytes: number): string {
  const limit = `当前浏览器一次最多打包 ${formatStorage(WHOLE_BYTES)}`
  return `文件夹共 ${formatStorage(bytes)}，${limit}。请改用新版 Chrome 或 Edge 打包，或者逐个下载里面的文件`
}

async function* entries(
  folder: Folder,
  { first, rest, leftOut }: { first: FolderPage; rest: ReturnType<typeof folderPages>; leftOut: LeftOut[] },
  { show, signal }: TaskHandle,
) {
  let files = 0
  const { nameOf, nameNote } = zipNames()
  for (let page: FolderPage | undefined = first; page; page = (await rest.next()).value ?? undefined) {
    // Later pages have lost files.
    if (page.total < first.total) throw new FolderChanged()
    const urlOf = freshUrls(folder.id, page)
    files += page.left_out.length
    leftOut.push(...page.left_out)
    for (const { name } of page.urls) {
      signal.throwIfAborted()
      files += 1
      show(`第 ${formatNumber(files)} 个文件，共 ${formatNumber(page.total)} 个`)
      yield { name: nameOf(name), input: await openFile(await urlOf(name), signal) }
    }
  }
  if (leftOut.length === 0) return
  yield { name: nameNote('未打包的文件.txt'), input: leftOut.map(toLine).join('\r\n') }
}

/** Asks for a file on disk, so that nothing has to fit into memory; undefined in browsers without that dialog. */
async function askWhere(suggestedName: string): Promise<SaveTarget | 'cancelled' | undefined> {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: ShowSavePicker }
  if (!showSaveFilePicker) return undefined
  return showSaveFilePicker({ suggestedName }).catch((error: unknown) => {
    if ((error as Error).name === 'AbortError') return 'cancelled'
    return undefined
  })
}

type FolderPage = AnswerOf<typeof downloadFolder> & {
  /** Id of the file before the page, from which it can be read again after deletions. */
  after: number
}

/** Reads page by page, so that addresses stay valid until their turn. @throws ApiError */
async function* folderPages(folderId: number): AsyncGenerator<FolderPage, void> {
  for (let after: number | null = 0; after !== null; ) {
    const page: FolderPage = await readFolderPage(folderId, after)
    yield page
    after = page.next
  }
}

/** @throws ApiError */
async function readFolderPage(folderId: number, after: number): Promise<FolderPage> {
  const { companyId } = await requireQuota()
  const page = await ask(downloadFolder, { params: { id: companyId, docId: folderId }, query: { after } })
  return { ...page, after }
}

/** Time after which addresses are renewed, because large files between them take minutes. */
const FRESH_MS = DOWNLOAD_SECONDS * 800

class FolderChanged extends Error {
  override readonly name = 'FolderChanged'

  constructor() {
    super('打包时文件夹内容有变动，请重新下载')
  }
}

/**
 * Addresses of one page, which is read again before they expire.
 * @returns a function that throws FolderChanged when the file is gone, or ApiError
 */
function freshUrls(folderId: number, first: FolderPage): (path: string) => Promise<string> {
  let page = first
  let readAtMs = Date.now()
  return async (path) => {
    if (Date.now() - readAtMs > FRESH_MS) {
      page = await readFolderPage(folderId, first.after)
      readAtMs = Date.now()
    }
    const url = page.urls.find(({ name }) => name === path)?.download_url
    if (url === undefined) throw new FolderChanged()
    return url
  }
}

/** @throws FolderChanged when the file is gone, the signal's reason, or ApiError */
async function openFile(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new NetworkError('no answer of the store', { cause })
  })
  if (response.status === 404) throw new FolderChanged()
  if (!response.ok) throw new HttpError(response.status)
  return response
}
