/**
 * The documents that are being written: each with the text it would be saved as, which the pages of `astro dev` show, and
 * a copy aside that outlives a crash. Nothing here writes below CONTENT_DIR but `save`.
 */
import { createHash } from 'node:crypto'
import { cp, link, mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { applyPatch, structuredPatch } from 'diff'
import { checkLibrary, readCollection, readDocument, readDocuments } from '../../lib/content/check/library.ts'
import { contentPaths } from '../../lib/content/load/content-files.ts'
import type { ContentEntry } from '../../lib/content/load/markdown-file.ts'
import { type Problem, parseYamlFields } from '../../lib/content/load/yaml-fields.ts'
import { benefitProblems, readRates } from '../../lib/content/rates.ts'
import type { Interpretation } from '../../lib/content/schema/documents.ts'
import type { CallFailure, DocumentEvent, ListedDocument, OpenDocument } from '../calls.ts'
import { type Change, changeData, collectionOf, goldenOf } from '../document.ts'
import { splitText, writeData } from './edit-text.ts'

/** Steps that can be undone. */
const STEPS_KEPT = 200
/** What is typed into one field without a pause is one step. */
const STEP_MS = 1000

export class Refusal extends Error {
  readonly reason: CallFailure['reason']
  constructor(reason: CallFailure['reason'], text: string) {
    super(text)
    this.reason = reason
  }
}

/** What is kept aside. */
interface Kept {
  file: string
  /** The text on disk that the draft began from; null for a new document. */
  saved: string | null
  text: string
}

/** An empty text where there is no file is no draft yet. */
function isChanged({ saved, text }: Pick<Kept, 'saved' | 'text'>): boolean {
  return text !== (saved ?? '')
}

interface Draft extends Kept {
  path: string
  version: number
  undo: string[]
  redo: string[]
  lastStep: { of: string; at: number }
  problems: Problem[]
  conflict: OpenDocument['conflict']
}

export interface Surroundings {
  contentDir: string
  /** Becomes a copy of it, with drafts in the place of files: pages are made from that. */
  shownDir: string
  /** Where drafts are kept aside. */
  draftsDir: string
  /** What pages show has changed. */
  onContent(): void
  onDocument(event: DocumentEvent): void
}

export type Documents = Awaited<ReturnType<typeof openDocuments>>

export async function openDocuments({
  contentDir,
  shownDir,
  draftsDir,
  onContent,
  onDocument,
}: Surroundings) {
  const root = await realpath(contentDir)
  const drafts = new Map<string, Draft>()
  let keeping = Promise.resolve()
  let placed = 0
  await rm(shownDir, { recursive: true, force: true })
  await cp(root, shownDir, { recursive: true, dereference: true })
  await takeUpKept()

  /** The absolute path of a document, refused when it leads anywhere else, by a link, too. */
  async function pathOf(file: string): Promise<string> {
    const isName = /^[^\\%\0]+\.(md|yaml)$/.test(file) && !file.split('/').some((part) => /^\.*$/.test(part))
    const path = join(contentDir, file)
    const isBelow = isName && relative(contentDir, path) === file.replaceAll('/', sep)
    // Of a file that is not there yet, the folder that is.
    for (let real = path; isBelow; real = dirname(real)) {
      const found = await realpath(real).catch(() => undefined)
      if (found === undefined) continue
      if (found === root || found.startsWith(`${root}${sep}`)) return path
      break
    }
    throw new Refusal('refused', '只能打开内容文件夹里的 .md 和 .yaml 文件。')
  }

  async function draftOf(file: string): Promise<Draft> {
    const kept = drafts.get(file)
    if (kept) return kept
    const path = await pathOf(file)
    const saved = await readOrNull(path)
    // The companies of a policy begin with nothing: there is no template to choose.
    if (saved === null && !(await isGoldenOfPage(file))) throw new Refusal('missing', `没有这个文件：${file}`)
    // Another call may have opened it meanwhile.
    return drafts.get(file) ?? addDraft({ file, saved, text: saved ?? '' }, path)
  }

  async function isGoldenOfPage(file: string): Promise<boolean> {
    const page = file.replace(/\.golden\.yaml$/, '.md')
    return goldenOf(page) === file && (drafts.has(page) || (await readOrNull(await pathOf(page))) !== null)
  }

  async function addDraft(kept: Kept, path: string): Promise<Draft> {
    const draft: Draft = {
      ...kept,
      ...{ path, version: 1, undo: [], redo: [], lastStep: { of: '', at: 0 }, problems: [], conflict: null },
    }
    drafts.set(draft.file, draft)
    await show(draft)
    return draft
  }

  /** Checks a draft, and has the pages show it: one with a problem would fail them, so they stay as they were. */
  async function show(draft: Draft): Promise<void> {
    const { file, saved } = draft
    const text = saved === null && draft.text === '' ? null : draft.text
    const last = await readOrNull(join(shownDir, file))
    // What is no document is checked with the library that it is a part of.
    const isPart = collectionOf(file) === null
    if (isPart) await place(file, text)
    draft.problems = text === null ? [] : await problemsOf(draft)
    const shown = draft.problems.length > 0 && isChanged(draft) ? last : text
    if (isPart || shown !== last) await place(file, shown)
    if (shown !== last) onContent()
  }

  /** What pages show of a file; null: there is none. */
  async function place(file: string, text: string | null): Promise<void> {
    const path = join(shownDir, file)
    if (text === null) return rm(path, { force: true })
    placed += 1
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.${placed}`, text)
    await rename(`${path}.${placed}`, path)
  }

  async function problemsOf({ file, path, text }: Draft): Promise<Problem[]> {
    const collection = collectionOf(file)
    const own = (problems: Problem[]) => problems.map((problem) => ({ ...problem, file }))
    if (collection === null) {
      const parsed = parseYamlFields(file, text)
      return parsed.problems.length > 0 ? parsed.problems : libraryProblems(file)
    }
    const { entry, problems } = readDocument(path, text, collection)
    if (!entry || collection !== 'interpretations') return own(problems)
    const { rates } = await readRates(shownDir)
    return own([...problems, ...benefitProblems([entry as ContentEntry<Interpretation>], rates)])
  }

  /** What only the whole library knows of a file: references, links, ids. */
  async function libraryProblems(file: string): Promise<Problem[]> {
    const shown = relative(process.cwd(), join(shownDir, file))
    const all = await checkLibrary(shownDir, await readDocuments(shownDir))
    return all.filter((problem) => problem.file === shown).map((problem) => ({ ...problem, file }))
  }

  function stateOf(draft: Draft): OpenDocument {
    const { file, version, saved, text, problems, undo, redo, conflict } = draft
    const { data, body } = dataOf(file, text)
    return {
      ...{ file, version, text, data, body, problems, conflict },
      savedSha: saved === null ? null : sha(saved),
      dirty: isChanged(draft),
      canUndo: undo.length > 0,
      canRedo: redo.length > 0,
    }
  }

  /** `tab` wrote this text, or the disk did. */
  async function put(draft: Draft, text: string, tab: string | null): Promise<OpenDocument> {
    draft.text = text
    draft.version += 1
    await keepAside(draft)
    await show(draft)
    onDocument({ file: draft.file, version: draft.version, tab })
    return stateOf(draft)
  }

  function remember(draft: Draft, of: string, text = draft.text): void {
    const at = Date.now()
    const goesOn = of !== '' && draft.lastStep.of === of && at - draft.lastStep.at < STEP_MS
    draft.lastStep = { of, at }
    draft.redo = []
    if (!goesOn) draft.undo = [...draft.undo, text].slice(-STEPS_KEPT)
  }

  async function change(file: string, version: number, changes: readonly Change[], tab: string) {
    const draft = await draftOf(file)
    if (version !== draft.version) throw new Refusal('stale', '另一个标签页刚刚改了这份文件。')
    const text = changeText(file, draft.text, changes)
    if (text === draft.text) return stateOf(draft)
    remember(draft, changes.map((one) => ('body' in one ? 'body' : one.path.join('/'))).join())
    return put(draft, text, tab)
  }

  async function step(file: string, way: 'undo' | 'redo', tab: string): Promise<OpenDocument> {
    const draft = await draftOf(file)
    const text = draft[way].at(-1)
    if (text === undefined) return stateOf(draft)
    const other = way === 'undo' ? 'redo' : 'undo'
    draft[way] = draft[way].slice(0, -1)
    draft[other] = [...draft[other], draft.text]
    draft.lastStep = { of: '', at: 0 }
    return put(draft, text, tab)
  }

  async function discard(file: string, tab: string): Promise<OpenDocument | null> {
    const draft = await draftOf(file)
    const saved = await readOrNull(draft.path)
    if (saved === null) {
      for (const gone of [draft, drafts.get(goldenOf(file) ?? '')]) {
        if (gone?.saved !== null) continue
        drafts.delete(gone.file)
        await place(gone.file, null)
        await keepAside({ ...gone, text: '', saved: '' })
      }
      onContent()
      onDocument({ file, version: draft.version + 1, tab })
      return null
    }
    if (draft.text !== saved) remember(draft, '')
    draft.saved = saved
    draft.conflict = null
    return put(draft, saved, tab)
  }

  async function save(file: string, version: number, savedSha: string | null, tab: string) {
    const draft = await draftOf(file)
    if (version !== draft.version)
      throw new Refusal('stale', '另一个标签页刚刚改了这份文件，请再看一遍差异。')
    const onDisk = await readOrNull(draft.path)
    const isAsSeen = savedSha === shaOrNull(draft.saved) && savedSha === shaOrNull(onDisk)
    if (!isAsSeen) {
      if (onDisk !== draft.saved) draft.conflict = { text: onDisk }
      throw new Refusal('changed_on_disk', '这个文件在磁盘上已经被改过了，没有保存。请比较两个版本。')
    }
    if (draft.text !== onDisk) await writeWhole(draft.path, draft.text, onDisk === null)
    draft.saved = draft.text
    return put(draft, draft.text, tab)
  }

  async function settle(file: string, take: 'mine' | 'theirs' | 'merge', tab: string) {
    const draft = await draftOf(file)
    const theirs = await readOrNull(draft.path)
    const { text: mine, saved } = draft
    const merged = take === 'merge' ? ontoTheirs(saved ?? '', mine, theirs ?? '') : undefined
    const text = merged?.text ?? (take === 'theirs' ? (theirs ?? mine) : mine)
    // Neither version is lost: the other one is a step back, or two.
    if (take !== 'theirs' && theirs !== null) remember(draft, '', theirs)
    if (text !== mine) remember(draft, '')
    draft.saved = theirs
    draft.conflict = null
    return { ...(await put(draft, text, tab)), left: merged?.left ?? [] }
  }

  /** A new document: a draft that is in no file before it is saved. */
  async function add(file: string, text: string, tab: string): Promise<OpenDocument> {
    const path = await pathOf(file)
    if (drafts.has(file) || (await readOrNull(path)) !== null) {
      throw new Refusal('exists', `已经有这个文件：${file}`)
    }
    const draft = await addDraft({ file, saved: null, text }, path)
    return put(draft, text, tab)
  }

  async function list(): Promise<ListedDocument[]> {
    const paths = [...(await contentPaths(contentDir, '.md')), ...(await contentPaths(contentDir, '.yaml'))]
    const files = new Set([
      ...paths.map((path) => relative(contentDir, path).replaceAll(sep, '/')),
      ...drafts.keys(),
    ])
    return Promise.all(
      [...files].map(async (file) => {
        const draft = drafts.get(file)
        const text = draft?.text ?? (await readFile(join(contentDir, file), 'utf8'))
        // Of the first lines alone: reading all YAML would take a second.
        const title = /^title: *"?(.*?)"? *$/m.exec(text)?.[1]
        const id = /^id: *(\d+)/m.exec(text)?.[1]
        const number = /^number: *["']?(.*?)["']? *$/m.exec(text)?.[1]
        return {
          file,
          title: title ?? file,
          id: id === undefined ? null : Number(id),
          number: number ?? null,
          dirty: draft !== undefined && isChanged(draft),
        }
      }),
    )
  }

  async function nextId(collection: Parameters<typeof readCollection>[1]): Promise<number> {
    const listed = (await list()).filter(({ file }) => file.startsWith(`${collection}/`))
    const { entries } = await readCollection(shownDir, collection)
    return Math.max(0, ...entries.map(({ data }) => data.id), ...listed.map(({ id }) => id ?? 0)) + 1
  }

  /** The disk changed: what is open and unchanged follows it, what was changed is a conflict. */
  async function follow(path: string): Promise<void> {
    const absolute = resolve(path)
    if (!absolute.startsWith(`${resolve(contentDir)}${sep}`)) return
    const file = relative(resolve(contentDir), absolute).replaceAll(sep, '/')
    const draft = drafts.get(file)
    const onDisk = await readOrNull(absolute)
    if (draft && onDisk === draft.saved) return
    const isUnchanged = !draft || draft.text === onDisk || draft.text === draft.saved
    if (isUnchanged) await place(file, onDisk)
    onContent()
    if (!draft) return
    if (isUnchanged) {
      if (onDisk === null) {
        drafts.delete(file)
        return
      }
      draft.saved = onDisk
      draft.conflict = null
      await put(draft, onDisk, null)
    } else {
      draft.conflict = { text: onDisk }
      onDocument({ file, version: draft.version, tab: null })
    }
  }

  function keptPath(file: string): string {
    return join(draftsDir, `${encodeURIComponent(file)}.json`)
  }

  /** One after the other: what is kept is what was written last, and none takes the other's file away. */
  function keepAside({ file, saved, text }: Kept): Promise<void> {
    const turn = keeping.then(async () => {
      if (!isChanged({ saved, text })) return rm(keptPath(file), { force: true })
      await mkdir(draftsDir, { recursive: true })
      await writeWhole(keptPath(file), JSON.stringify({ file, saved, text } satisfies Kept))
    })
    keeping = turn.catch(() => {})
    return turn
  }

  async function takeUpKept(): Promise<void> {
    for (const name of await readdir(draftsDir).catch(() => [])) {
      if (!name.endsWith('.json')) continue
      try {
        const { file, saved, text }: Kept = JSON.parse(await readFile(join(draftsDir, name), 'utf8'))
        const path = await pathOf(file)
        const draft = await addDraft({ file, saved, text }, path)
        const onDisk = await readOrNull(path)
        if (onDisk !== saved) draft.conflict = { text: onDisk }
      } catch {
        // Of another folder, or the machine stopped before it was on the disk.
      }
    }
  }

  return {
    open: async (file: string) => stateOf(await draftOf(file)),
    textsOf: async (file: string) => {
      const draft = await draftOf(file)
      return { saved: await readOrNull(draft.path), text: draft.text }
    },
    ...{ change, step, discard, save, settle, add, list, nextId, follow, libraryProblems },
  }
}

/** The text with changes made, and not a byte else. */
export function changeText(file: string, text: string, changes: readonly Change[]): string {
  const { data } = dataOf(file, text)
  const fields = changes.filter((change) => 'path' in change)
  if (fields.length > 0 && data === undefined) {
    throw new Refusal('invalid', '字段区不是合法的 YAML，请先改正。')
  }
  const changed = changeData(data, fields)
  const written = changed === data ? text : writeData(text, changed, collectionOf(file))
  const body = changes.findLast((change) => 'body' in change)?.body
  if (body === undefined || !file.endsWith('.md')) return written
  const { head } = splitText(written)
  return head + (text.includes('\r\n') ? body.replace(/\r?\n/g, '\r\n') : body)
}

/** What a file says, as it is written. */
export function dataOf(file: string, text: string): { data: unknown; body: string } {
  const { yaml, body } = file.endsWith('.md') ? splitText(text) : { yaml: text, body: '' }
  if (yaml === undefined) return { data: undefined, body }
  return { data: parseYamlFields(file, yaml).data, body }
}

/** One's changes to `base`, made in `theirs`; `left` are those that have lost their place there. */
function ontoTheirs(base: string, mine: string, theirs: string): { text: string; left: string[] } {
  const patch = structuredPatch('', '', base, mine, '', '', { context: 2 })
  const left: string[] = []
  const text = patch.hunks.reduce((before, hunk) => {
    const after = applyPatch(before, { ...patch, hunks: [hunk] }, { fuzzFactor: 1 })
    if (after !== false) return after
    left.push(hunk.lines.filter((line) => /^[-+]/.test(line)).join('\n'))
    return before
  }, theirs)
  return { text, left }
}

export const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const shaOrNull = (text: string | null) => (text === null ? null : sha(text))

async function readOrNull(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}

/** All of it or nothing is on the disk; a new file never takes the place of another. */
async function writeWhole(path: string, text: string, isNew = false): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.new`
  await writeFile(temporary, text)
  const handle = await open(temporary)
  await handle.sync()
  await handle.close()
  if (!isNew) return rename(temporary, path)
  await link(temporary, path).finally(() => rm(temporary))
}
