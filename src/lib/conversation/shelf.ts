/** Files beside a dialogue: the operators' and the company's. Each side changes only its own. */
import { atom, type ReadableAtom } from 'nanostores'
import { latest } from '../browser/latest.ts'
import { notifyTabs } from '../browser/page-events.ts'
import type { ChatFile } from '../contract/chat/chat-file.ts'
import type { Explain } from './dialogue.ts'
import { type FileUrl, findUrl, type NamedFile } from './file-calls.ts'

interface Files {
  /** 运营反馈文件 */
  admin: readonly ChatFile[]
  /** 我的服务文件 */
  customer: readonly ChatFile[]
}

type ShelfState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | ({ status: 'ready' } & Files)

interface NewFile {
  local_name: string
  hash_name: string
  /** Empty keeps the present one. */
  remark: string
}

export interface ShelfCalls {
  fetch: (page: number) => Promise<Files & { pages: number }>
  add: (file: NewFile) => Promise<unknown>
  /** Replaces a file; only the company does so. */
  replace?: (file: ChatFile, by: NewFile) => Promise<unknown>
  remark: (file: ChatFile, remark: string) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
  url: (file: ChatFile) => Promise<string>
  explain: Explain
}

/** Actions return the reason of a failure, or undefined. */
export interface Shelf {
  $state: ReadableAtom<ShelfState>
  load: () => Promise<void>
  refresh: () => Promise<void>
  add: (file: NamedFile, remark?: string) => Promise<string | undefined>
  replace: (file: ChatFile, by: NamedFile) => Promise<string | undefined>
  remark: (file: ChatFile, remark: string) => Promise<string | undefined>
  remove: (file: ChatFile) => Promise<string | undefined>
  findUrl: (file: ChatFile) => Promise<FileUrl>
  forget: () => void
  /** Reads them again whenever a poll of the dialogue finds other files. @param $files see `Dialogue` */
  follow: ($files: ReadableAtom<string | null>) => () => void
}

export function createShelf(calls: ShelfCalls): Shelf {
  const { explain } = calls
  const $state = atom<ShelfState>({ status: 'idle' })
  const reading = latest()

  async function read(): Promise<void> {
    const isLatest = reading.begin()
    try {
      const files: { admin: ChatFile[]; customer: ChatFile[] } = { admin: [], customer: [] }
      for (let page = 1, pages = 1; page <= pages; page++) {
        const answer = await calls.fetch(page)
        pages = answer.pages
        files.admin.push(...answer.admin)
        files.customer.push(...answer.customer)
      }
      if (isLatest()) $state.set({ status: 'ready', ...files })
    } catch (error) {
      if (isLatest()) throw error
    }
  }

  async function load(): Promise<void> {
    if ($state.get().status !== 'ready') $state.set({ status: 'loading' })
    try {
      await read()
    } catch (error) {
      const { text, isOver } = explain(error)
      if (isOver) $state.set({ status: 'idle' })
      else if ($state.get().status !== 'ready') $state.set({ status: 'failed', text })
    }
  }

  async function change(work: () => Promise<unknown> | undefined): Promise<string | undefined> {
    try {
      await work()
    } catch (error) {
      return explain(error).text
    }
    notifyTabs('chat')
    await load()
    return undefined
  }

  return {
    $state,
    load,
    refresh: read,
    add: (file, remark = '') => change(() => calls.add(entryOf(file, remark))),
    replace: (file, by) => change(() => calls.replace?.(file, entryOf(by, ''))),
    remark: (file, remark) => change(() => calls.remark(file, remark)),
    remove: ({ id }) => change(() => calls.remove(id)),
    findUrl: (file) => findUrl(() => calls.url(file), explain),
    forget: () => {
      reading.begin()
      $state.set({ status: 'idle' })
    },
    follow: ($files) =>
      $files.listen((mark, before) => {
        const isNew = mark !== null && typeof before === 'string'
        if (isNew && $state.get().status === 'ready') load()
      }),
  }
}

function entryOf({ localName, hashName }: NamedFile, remark: string): NewFile {
  return { local_name: localName, hash_name: hashName, remark }
}
