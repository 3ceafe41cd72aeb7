/**
 * The documents being edited: each has the text that saving would write, which the pages of `astro dev` show, and a
 * separate copy that survives a crash. Only `save` writes below CONTENT_DIR.
 */
import { cp, link, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { applyPatch, structuredPatch } from 'diff'
import { HTTPException } from 'hono/http-exception'
import { checkLibrary, readDocument, readDocuments } from '../../lib/content/check/library.ts'
import { contentPaths } from '../../lib/content/load/content-files.ts'
import type { ContentEntry } from '../../lib/content/load/markdown-file.ts'
import { type Problem, parseYamlFields } from '../../lib/content/load/yaml-fields.ts'
import { benefitProblems, readRates } from '../../lib/content/rates.ts'
import type { Interpretation } from '../../lib/content/schema/documents.ts'
import type { DocumentEvent, InputOf, ListedDocument, OpenDocument } from '../calls.ts'
import { type Change, changeData, collectionOf, goldenOf } from '../document.ts'
import { splitText, writeData } from './edit-text.ts'

const STEPS_KEPT = 200
/** Text typed into one field without a longer pause is one step. */
const STEP_MS = 1000

/** `message` is shown to the editor. */
export function refusal(status: 403 | 404 | 409 | 422, message: string): HTTPException {
  return new HTTPException(status, { message })
}

type Kept = Pick<OpenDocument, 'file' | 'saved' | 'text'>

interface Draft extends Kept {
  version: number
  undo: string[]
  redo: string[]
  lastStep: { of: string; at: number }
  problems: Problem[]
  conflict: OpenDocument['conflict']
}

const isChanged = ({ saved, text }: Kept) => text !== (saved ?? '')

export interface Surroundings {
  contentDir: string
  /** Receives a copy of it in which drafts replace files; pages are built from this copy. */
  shownDir: string
  draftsDir: string
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
  const keptFile = join(draftsDir, 'drafts.json')
  const drafts = new Map<string, Draft>()
  let turn: Promise<unknown> = Promise.resolve()
  await rm(shownDir, { recursive: true, force: true })
  await cp(root, shownDir, { recursive: true, dereference: true })
  await takeUpKept()

  /** Runs actions one after the other, so that none sees another's unfinished work. */
  function inTurn<Input extends unknown[], Answer>(act: (...input: Input) => Promise<Answer>) {
    return (...input: Input): Promise<Answer> => {
      const mine = turn.then(() => act(...input))
      turn = mine.catch(() => {})
      return mine
    }
  }

  /** Returns the absolute path of a document; refuses any path or symlink that leads outside. */
  async function pathOf(file: string): Promise<string> {
    const isName = /^([^\\%\0./][^\\%\0/]*\/)*[^\\%\0./][^\\%\0/]*\.(md|yaml)$/.test(file)
    const path = join(contentDir, file)
    const real = await realpath(path).catch(() => realpath(dirname(path)).catch(() => root))
    if (isName && `${real}${sep}`.startsWith(`${root}${sep}`)) return path
    throw refusal(403, '只能打开内容文件夹里的 .md 和 .yaml 文件。')
  }

  async function draftOf(file: string): Promise<Draft> {
    const kept = drafts.get(file)
    if (kept) return kept
    const saved = await readOrNull(await pathOf(file))
    const page = file.replace(/\.golden\.yaml$/, '.md')
    // Golden companies start from an empty file because they have no template.
    const isBegun =
      saved !== null ||
      (goldenOf(page) === file && (drafts.has(page) || (await readOrNull(await pathOf(page))) !== null))
    if (!isBegun) throw refusal(404, `没有这个文件：${file}`)
    return addDraft({ file, saved, text: saved ?? '' })
  }

  async function addDraft(kept: Kept): Promise<Draft> {
    const draft: Draft = {
      ...kept,
      ...{ version: 1, undo: [], redo: [], lastStep: { of: '', at: 0 }, problems: [], conflict: null },
    }
    drafts.set(draft.file, draft)
    await show(draft)
    return draft
  }

  /** Checks a draft and shows it on the pages. A draft with a problem would break them, so they keep the previous text. */
  async function show(draft: Draft): Promise<void> {
    const { file, saved } = draft
    const text = saved === null && draft.text === '' ? null : draft.text
    const last = await readOrNull(join(shownDir, file))
    // A file outside the collections is checked with the library that contains it.
    const isPart = collectionOf(file) === null
    if (isPart) await place(file, text)
    draft.problems = text === null ? [] : await problemsOf(draft)
    const shown = draft.problems.length > 0 && isChanged(draft) ? last : text
    if (isPart || shown !== last) await place(file, shown)
    if (shown !== last) onContent()
  }

  async function place(file: string, text: string | null): Promise<void> {
    const path = join(shownDir, file)
    if (text === null) return rm(path, { force: true })
    await writeWhole(path, text)
  }

  async function problemsOf({ file, text }: Draft): Promise<Problem[]> {
    const collection = collectionOf(file)
    const own = (problems: Problem[]) => problems.map((problem) => ({ ...problem, file }))
    if (collection === null) {
      const parsed = parseYamlFields(file, text)
      return parsed.problems.length > 0 ? parsed.problems : libraryProblems(file)
    }
    const { entry, problems } = readDocument(join(contentDir, file), text, collection)
    if (!entry || collection !== 'interpretations') return own(problems)
    const { rates } = await readRates(shownDir)
    return own([...problems, ...benefitProblems([entry as ContentEntry<Interpretation>], rates)])
  }

  async function libraryProblems(file: string): Promise<Problem[]> {
    const shown = relative(process.cwd(), join(shownDir, file))
    const all = await checkLibrary(shownDir, await readDocuments(shownDir))
    return all.filter((problem) => problem.file === shown).map((problem) => ({ ...problem, file }))
  }

  function stateOf(draft: Draft): OpenDocument {
    const { file, version, saved, text, problems, undo, redo, conflict } = draft
    return {
      ...{ file, version, saved, text, ...dataOf(file, text), problems, conflict },
      ...{ dirty: isChanged(draft), canUndo: undo.length > 0, canRedo: redo.length > 0 },
    }
  }

  async function put(draft: Draft, text: string, tab: string | null): Promise<OpenDocument> {
    draft.text = text
    draft.version += 1
    const kept = [...drafts.values()].filter(isChanged)
    await writeWhole(
      keptFile,
      JSON.stringify(kept.map(({ file, saved, text: own }) => ({ file, saved, text: own }))),
    )
    await show(draft)
    onDocument({ file: draft.file, version: draft.version, tab })
    return stateOf(draft)
  }

  function remember(draft: Draft, of = '', text = draft.text): void {
    const at = Date.now()
    const goesOn = of !== '' && draft.lastStep.of === of && at - draft.lastStep.at < STEP_MS
    draft.lastStep = { of, at }
    draft.redo = []
    if (!goesOn) draft.undo = [...draft.undo, text].slice(-STEPS_KEPT)
  }

  async function change(file: string, changes: readonly Change[], tab: string) {
    const draft = await draftOf(file)
    const text = changeText(file, draft.text, changes)
    if (text === draft.text) return stateOf(draft)
    remember(draft, changes.map((one) => ('body' in one ? 'body' : one.path.join('/'))).join())
    return put(draft, text, tab)
  }

  async function act({ act: name, file, version, tab }: InputOf<'act'>): Promise<OpenDocument | null> {
    const draft = await draftOf(file)
    const onDisk = await readOrNull(join(contentDir, file))
    if (name === 'undo' || name === 'redo') {
      const text = draft[name].pop()
      if (text === undefined) return stateOf(draft)
      draft[name === 'undo' ? 'redo' : 'undo'].push(draft.text)
      draft.lastStep = { of: '', at: 0 }
      return put(draft, text, tab)
    }
    if (name === 'save') {
      if (onDisk !== draft.saved) await meet(draft, onDisk)
      if (version !== draft.version || draft.conflict) {
        throw refusal(409, '这份文件刚刚又变了，没有保存。请再看一遍差异。')
      }
      if (draft.text !== onDisk) await writeWhole(join(contentDir, file), draft.text, onDisk === null)
      draft.saved = draft.text
      return put(draft, draft.text, tab)
    }
    if (name === 'discard' && onDisk === null) {
      for (const gone of [drafts.get(goldenOf(file) ?? ''), draft]) {
        if (gone?.saved !== null) continue
        drafts.delete(gone.file)
        await put(gone, '', tab)
      }
      return null
    }
    // Undo returns to the text that is not taken.
    const [text, other] = name === 'keep' ? [draft.text, onDisk] : [onDisk ?? '', draft.text]
    if (other !== null && other !== text) remember(draft, '', other)
    Object.assign(draft, { saved: onDisk, conflict: null })
    return put(draft, text, tab)
  }

  /** Handles a change on disk below a draft: merges the draft's changes into it, or reports a conflict. */
  async function meet(draft: Draft, onDisk: string | null): Promise<void> {
    const { saved, text } = draft
    const isOpen = isChanged(draft) && text !== onDisk
    if (!isOpen && onDisk === null) {
      drafts.delete(draft.file)
      return place(draft.file, null)
    }
    const merged =
      isOpen && saved !== null && onDisk !== null && applyPatch(onDisk, structuredPatch('', '', saved, text))
    if (isOpen && merged === false) draft.conflict = { text: onDisk }
    else Object.assign(draft, { saved: onDisk, conflict: null })
    if (merged) remember(draft)
    await put(draft, isOpen ? merged || text : (onDisk ?? ''), null)
  }

  async function add(file: string, text: string, tab: string): Promise<OpenDocument> {
    if (drafts.has(file) || (await readOrNull(await pathOf(file))) !== null) {
      throw refusal(409, `已经有这个文件：${file}`)
    }
    return put(await addDraft({ file, saved: null, text }), text, tab)
  }

  async function list(): Promise<ListedDocument[]> {
    const paths = [...(await contentPaths(contentDir, '.md')), ...(await contentPaths(contentDir, '.yaml'))]
    const files = paths.map((path) => relative(contentDir, path).replaceAll(sep, '/'))
    return Promise.all(
      [...new Set([...files, ...drafts.keys()])].map(async (file) => {
        const text = drafts.get(file)?.text ?? (await readFile(join(contentDir, file), 'utf8'))
        // Reads only the first lines: parsing all YAML would take a second.
        const [title = file, id, number = null] = ['title', 'id', 'number'].map(
          (field) => new RegExp(`^${field}: *["']?(.*?)["']? *$`, 'm').exec(text)?.[1],
        )
        return { file, title, id: id === undefined ? null : Number(id), number }
      }),
    )
  }

  async function follow(path: string): Promise<void> {
    const file = relative(resolve(contentDir), resolve(path)).replaceAll(sep, '/')
    if (file.startsWith('..')) return
    const draft = drafts.get(file)
    const onDisk = await readOrNull(resolve(path))
    if (!draft) await place(file, onDisk)
    else if (onDisk !== draft.saved) await meet(draft, onDisk)
    else return
    onContent()
  }

  async function takeUpKept(): Promise<void> {
    const kept: Kept[] = JSON.parse((await readOrNull(keptFile)) ?? '[]')
    for (const { file, saved, text } of kept) await addDraft({ file, saved, text })
    for (const draft of [...drafts.values()]) {
      const onDisk = await readOrNull(join(contentDir, draft.file))
      if (onDisk !== draft.saved) await meet(draft, onDisk)
    }
  }

  return {
    open: inTurn(async (file: string) => stateOf(await draftOf(file))),
    change: inTurn(change),
    act: inTurn(act),
    add: inTurn(add),
    follow: inTurn(follow),
    libraryProblems: inTurn(libraryProblems),
    list,
  }
}

/** Returns the text with the changes; all other bytes stay. */
export function changeText(file: string, text: string, changes: readonly Change[]): string {
  const { data } = dataOf(file, text)
  const fields = changes.filter((change) => 'path' in change)
  if (fields.length > 0 && data === undefined) {
    throw refusal(422, '字段区不是合法的 YAML，请先改正。')
  }
  const changed = changeData(data, fields)
  const written = changed === data ? text : writeData(text, changed, collectionOf(file))
  const body = changes.findLast((change) => 'body' in change)?.body
  if (body === undefined || !file.endsWith('.md')) return written
  const { head } = splitText(written)
  return head + (text.includes('\r\n') ? body.replace(/\r?\n/g, '\r\n') : body)
}

export function dataOf(file: string, text: string): { data: unknown; body: string } {
  const { yaml, body } = file.endsWith('.md') ? splitText(text) : { yaml: text, body: '' }
  if (yaml === undefined) return { data: undefined, body }
  return { data: parseYamlFields(file, yaml).data, body }
}

async function readOrNull(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}

/** Writes the whole file or nothing; a new file never overwrites another. */
async function writeWhole(path: string, text: string, isNew = false): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.new`
  await writeFile(temporary, text, { flush: true })
  if (!isNew) return rename(temporary, path)
  await link(temporary, path).finally(() => rm(temporary))
}
