/**
 * Files beside a dialogue, page by page: those of the operators and those of the company. Each side changes its own.
 */

import { atom, type ReadableAtom } from 'nanostores'
import { latest } from '../browser/latest.ts'
import type { ChatFile } from '../contract/chat/chat-file.ts'
import type { Explain } from './dialogue.ts'
import { type FileUrl, findUrl, type NamedFile } from './file-calls.ts'
import { onDialogueEvent, sendDialogueEvent } from './tabs.ts'

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
  | ({ status: 'ready'; more: boolean } & Files)

interface NewFile {
  local_name: string
  hash_name: string
  /** Empty: one that is there stays. */
  remark: string
}

export interface ShelfCalls {
  fetch: (page: number) => Promise<Files & { pages: number }>
  add: (file: NewFile) => Promise<unknown>
  /** Only the company puts another file in the place of one. */
  replace?: (file: ChatFile, by: NewFile) => Promise<unknown>
  remark: (file: ChatFile, remark: string) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
  /** A signed URL. */
  url: (file: ChatFile) => Promise<string>
  explain: Explain
}

/** What changes something gives what went wrong, undefined when nothing did. */
export interface Shelf {
  $state: ReadableAtom<ShelfState>
  load: () => Promise<void>
  /** The pages that are shown, anew. @throws what went wrong */
  refresh: () => Promise<void>
  loadMore: () => Promise<string | undefined>
  add: (file: NamedFile, remark?: string) => Promise<string | undefined>
  replace: (file: ChatFile, by: NamedFile) => Promise<string | undefined>
  remark: (file: ChatFile, remark: string) => Promise<string | undefined>
  remove: (file: ChatFile) => Promise<string | undefined>
  findUrl: (file: ChatFile) => Promise<FileUrl>
  forget: () => void
  /** Reads anew what other tabs change. */
  follow: () => () => void
}

/** @param name the same one in every tab */
export function createShelf(name: string, calls: ShelfCalls): Shelf {
  const { explain } = calls
  const $state = atom<ShelfState>({ status: 'idle' })
  const reading = latest()
  let pagesShown = 1
  /** So many pages are on their way. */
  let pagesAsked: number | undefined

  /** @throws what went wrong, unless a later reading has taken its place */
  async function read(more: number): Promise<void> {
    const isLatest = reading.begin()
    const upTo = (pagesAsked ?? pagesShown) + more
    pagesAsked = upTo
    try {
      const files: { admin: ChatFile[]; customer: ChatFile[] } = { admin: [], customer: [] }
      let pages = 1
      for (let page = 1; page <= Math.min(pages, upTo); page++) {
        const answer = await calls.fetch(page)
        pages = answer.pages
        files.admin.push(...answer.admin)
        files.customer.push(...answer.customer)
      }
      if (!isLatest()) return
      pagesShown = upTo
      $state.set({ status: 'ready', ...files, more: pages > upTo })
    } catch (error) {
      if (isLatest()) throw error
    } finally {
      if (isLatest()) pagesAsked = undefined
    }
  }

  /** @returns why it did not work */
  async function load(more = 0): Promise<string | undefined> {
    if ($state.get().status !== 'ready') $state.set({ status: 'loading' })
    try {
      await read(more)
      return undefined
    } catch (error) {
      const { text, isOver } = explain(error)
      if (isOver) $state.set({ status: 'idle' })
      else if ($state.get().status !== 'ready') $state.set({ status: 'failed', text })
      return text
    }
  }

  async function change(work: () => Promise<unknown> | undefined): Promise<string | undefined> {
    try {
      await work()
    } catch (error) {
      return explain(error).text
    }
    sendDialogueEvent({ kind: 'files', shelf: name })
    await load()
    return undefined
  }

  return {
    $state,
    load: () => load().then(() => {}),
    refresh: () => read(0),
    loadMore: () => load(1),
    add: (file, remark = '') => change(() => calls.add(entryOf(file, remark))),
    replace: (file, by) => change(() => calls.replace?.(file, entryOf(by, ''))),
    remark: (file, remark) => change(() => calls.remark(file, remark)),
    remove: ({ id }) => change(() => calls.remove(id)),
    findUrl: (file) => findUrl(() => calls.url(file), explain),
    forget: () => {
      reading.begin()
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

function entryOf({ localName, hashName }: NamedFile, remark: string): NewFile {
  return { local_name: localName, hash_name: hashName, remark }
}
