/** Files beside a dialogue: those of the operators to read, and the company's own to add, replace, remark and delete. */
import { atom, type ReadableAtom } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError, RefusedError } from '../api/errors.ts'
import { saveUrl } from '../browser/save-url.ts'
import type { ChatFile } from '../contract/chat/chat-file.ts'
import { downloadDocument } from '../contract/documents/storage.ts'
import type { StoredFile } from '../stores/chat/upload.ts'
import { $roomFull } from '../stores/documents/storage-room.ts'
import { askForLoginAgain } from '../stores/login.ts'
import { endedByRefusal } from '../stores/session.ts'
import { notifyTabs, onDialogueEvent } from './tabs.ts'

interface Files {
  /** 运营反馈文件 */
  admin: readonly ChatFile[]
  /** 我的服务文件 */
  customer: readonly ChatFile[]
}

export type ShelfState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | ({ status: 'ready'; more: boolean } & Files)

interface NewFile {
  local_name: string
  hash_name: string
  remark: string
}

/** The calls behind a shelf. */
export interface ShelfCalls {
  fetch: (page: number) => Promise<Files & { pages: number }>
  add: (file: NewFile) => Promise<unknown>
  change: (file: ChatFile, to: NewFile) => Promise<unknown>
  remark: (file: ChatFile, remark: string) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
  /** A signed URL. */
  url: (file: ChatFile) => Promise<string>
}

/** What the person is told about what was done. */
export interface Told {
  tone: 'success' | 'error'
  text: string
}

export interface FileShelf {
  $state: ReadableAtom<ShelfState>
  load: () => Promise<void>
  /** One page more. Undefined: it is there. Else what the person has to be told. */
  loadMore: () => Promise<string | undefined>
  add: (file: StoredFile) => Promise<Told>
  replace: (file: ChatFile, by: StoredFile) => Promise<Told>
  /** Undefined: nothing was written, and nothing is changed (behaviour B7.8). */
  remark: (file: ChatFile, remark: string) => Promise<Told | undefined>
  remove: (file: ChatFile) => Promise<Told>
  /** Undefined: it comes. Else what the person has to be told. */
  download: (file: ChatFile) => Promise<string | undefined>
  forget: () => void
  /** Reads anew what other tabs change. */
  follow: () => () => void
}

export function makeShelf(name: string, calls: ShelfCalls): FileShelf {
  const $state = atom<ShelfState>({ status: 'idle' })
  let era = 0
  let pagesShown = 1
  /** So many pages are on their way. */
  let pagesAsked: number | undefined

  /** @returns why it did not work */
  async function load({ more = 0 } = {}): Promise<string | undefined> {
    const asked = ++era
    const upTo = (pagesAsked ?? pagesShown) + more
    pagesAsked = upTo
    if ($state.get().status !== 'ready') $state.set({ status: 'loading' })
    try {
      const files: { admin: ChatFile[]; customer: ChatFile[] } = { admin: [], customer: [] }
      let pages = 1
      for (let page = 1; page <= Math.min(pages, upTo); page++) {
        const answer = await calls.fetch(page)
        pages = answer.pages
        files.admin.push(...answer.admin)
        files.customer.push(...answer.customer)
      }
      if (asked !== era) return undefined
      pagesAsked = undefined
      pagesShown = upTo
      $state.set({ status: 'ready', ...files, more: pages > upTo })
      return undefined
    } catch (error) {
      if (asked !== era) return undefined
      pagesAsked = undefined
      const text = explainError(error)
      if (endedByRefusal(error)) $state.set({ status: 'idle' })
      else if ($state.get().status !== 'ready') $state.set({ status: 'failed', text })
      return text
    }
  }

  async function change(work: () => Promise<unknown>, done: string, failed: string): Promise<Told> {
    try {
      await work()
      notifyTabs({ kind: 'files', shelf: name })
      await load()
      return { tone: 'success', text: done }
    } catch (error) {
      if (error instanceof RefusedError && error.fields['overflow'] === true) $roomFull.set(true)
      if (endedByRefusal(error)) askForLoginAgain()
      return { tone: 'error', text: `${failed}：${explainError(error)}` }
    }
  }

  return {
    $state,
    load: async () => {
      await load()
    },
    loadMore: () => load({ more: 1 }),
    add: (file) => change(() => calls.add(entryOf(file)), '添加文件成功', '添加文件失败'),
    replace: (file, by) => change(() => calls.change(file, entryOf(by)), '修改成功', '修改失败'),
    remark: async (file, typed) => {
      const remark = typed.trim()
      if (remark === '' || remark === file.remark) return undefined
      const failed = file.remark === '' ? '添加失败' : '修改失败'
      return change(() => calls.remark(file, remark), '修改成功', failed)
    },
    remove: (file) => change(() => calls.remove(file.id), '删除成功', '删除失败'),
    download: (file) => save(() => calls.url(file)),
    forget: () => {
      era += 1
      pagesShown = 1
      pagesAsked = undefined
      $state.set({ status: 'idle' })
    },
    follow: () =>
      onDialogueEvent((event) => {
        if (event.kind === 'files' && event.shelf === name && $state.get().status === 'ready') load()
      }),
  }
}

function entryOf({ localName, hashName }: StoredFile): NewFile {
  return { local_name: localName, hash_name: hashName, remark: '' }
}

/** A file of a dialogue. @returns what the person has to be told when it did not work */
export function downloadFile(localName: string, hashName: string): Promise<string | undefined> {
  const body = { filename_local: localName, filename_server: hashName }
  return save(async () => (await ask(downloadDocument, { body })).download_url)
}

async function save(askUrl: () => Promise<string>): Promise<string | undefined> {
  try {
    saveUrl(await askUrl())
    return undefined
  } catch (error) {
    if (endedByRefusal(error)) askForLoginAgain()
    return explainError(error)
  }
}
