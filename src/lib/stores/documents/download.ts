/** Downloads: one file, or a folder's files one a second (behaviour B8.4). */
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { saveUrl } from '../../browser/save-url.ts'
import type { Folder } from '../../contract/documents/document.ts'
import { downloadFile } from '../../contract/documents/document-file.ts'
import { formatNumber } from '../../rules/text/format-number.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { folderPages } from './folder-pages.ts'
import { FolderChanged, freshUrls } from './fresh-urls.ts'
import type { DocumentItem } from './view.ts'
import { isWorking, runWork } from './work.ts'

const SPACING_MS = 1000
const CHANGED = '下载时文件夹里的内容有变动，可能有文件没有下载，请核对后重新下载'

/** @returns what the person has to be told when it did not work: 目标文件夹为空 is the server's word */
export async function downloadItem(item: DocumentItem): Promise<string | undefined> {
  try {
    if (item.kind === 'folder') return await downloadEach(item.folder)
    saveUrl((await ask(downloadFile, { params: { id: item.file.id } })).download_url)
    return undefined
  } catch (error) {
    askAgainIfSessionEnded(error)
    return explainError(error)
  }
}

async function downloadEach({ id, name }: Folder): Promise<string | undefined> {
  if (isWorking('download')) return '正在下载另一个文件夹，请等它完成，或先停止'
  return runWork({ kind: 'download', title: `正在逐个下载“${name}”里的文件` }, async ({ show, signal }) => {
    let files = 0
    let total: number | undefined
    let isChanged = false
    for await (const page of folderPages(id)) {
      // Of the pages still to come, something may be gone, or have come.
      isChanged ||= total !== undefined && total !== page.total
      total = page.total
      const { urlOf } = freshUrls(id, page)
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
    return isChanged ? CHANGED : undefined
  })
}

/** Of a file that was deleted since its page was read. */
function missing(error: unknown): undefined {
  if (!(error instanceof FolderChanged)) throw error
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
