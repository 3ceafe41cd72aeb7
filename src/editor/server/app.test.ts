import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CALL_BYTES, CALLS_PATH, type OpenDocument } from '../calls.ts'
import { makeEditorApp } from './app.ts'
import { type Documents, openDocuments } from './documents.ts'

const FILE = 'news/001-first.md'
const TEXT = `---
id: 1
title: "标题" # 说明
region: "000000"
---

正文
`
const OWN = { host: 'localhost:4321', origin: 'http://localhost:4321' }

let folder: string
let contentDir: string
let documents: Documents
let app: ReturnType<typeof makeEditorApp>

const start = () =>
  openDocuments({
    contentDir,
    shownDir: join(folder, 'shown'),
    draftsDir: join(folder, 'drafts'),
    onContent: () => {},
    onDocument: () => {},
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'editor-'))
  contentDir = join(folder, 'content')
  await mkdir(join(contentDir, 'news'), { recursive: true })
  await writeFile(join(contentDir, FILE), TEXT)
  documents = await start()
  app = makeEditorApp(documents)
})
afterEach(() => rm(folder, { recursive: true }))

function send(
  name: string,
  input: unknown,
  headers: Record<string, string> = OWN,
  remoteAddress = '127.0.0.1',
) {
  const request = new Request(`http://localhost:4321${CALLS_PATH}${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
  return app.fetch(request, { incoming: { socket: { remoteAddress } } } as never)
}

async function call(name: string, input: object): Promise<OpenDocument> {
  const isAct = ['undo', 'redo', 'discard', 'keep', 'save'].includes(name)
  const response = await send(isAct ? 'act' : name, {
    ...(isAct && { act: name, version: 0 }),
    ...input,
    ...(name !== 'open' && { tab: 'a' }),
  })
  return (await response.json()) as never
}

const onDisk = () => readFile(join(contentDir, FILE), 'utf8')
const onPages = () => readFile(join(folder, 'shown', FILE), 'utf8')
const change = (value: string, path = ['title']) => call('change', { file: FILE, changes: [{ path, value }] })

describe('who may call', () => {
  test('the workbench, on this machine', async () => {
    expect((await send('open', { file: FILE })).status).toBe(200)
  })

  test.each([
    ['another page', { ...OWN, origin: 'https://evil.example' }],
    ['no page', { host: OWN.host }],
    ['a name that leads here', { ...OWN, host: 'evil.example', origin: 'http://evil.example' }],
    ['another site, as the browser says', { ...OWN, 'sec-fetch-site': 'cross-site' }],
  ])('not %s', async (_, headers) => {
    expect((await send('open', { file: FILE }, headers)).status).toBe(403)
  })

  test('not another machine', async () => {
    expect((await send('open', { file: FILE }, OWN, '192.168.1.7')).status).toBe(403)
  })

  test('not with more than a document can be', async () => {
    const body = 'a'.repeat(CALL_BYTES)
    expect((await send('change', { file: FILE, changes: [{ body }], tab: 'a' })).status).toBe(413)
  })
})

test.each([
  '../secret.md',
  'news/../../secret.md',
  '..%2Fsecret.md',
  '..\\secret.md',
  '/etc/hosts.md',
  'news/./001-first.md',
  'news//001-first.md',
  'link.md',
  'out/secret.md',
  '.hidden.md/../news/001-first.md',
  'news/secret.txt',
  'news/001-first.md\0.md',
])('%j is no document', async (file) => {
  await writeFile(join(folder, 'secret.md'), TEXT)
  await writeFile(join(contentDir, 'news/secret.txt'), TEXT)
  await symlink(join(folder, 'secret.md'), join(contentDir, 'link.md'))
  await symlink(folder, join(contentDir, 'out'))
  expect((await send('open', { file })).status).toBe(403)
})

test('a change is in the draft, and in the file when it is saved: that line alone', async () => {
  const opened = await call('open', { file: FILE })
  expect(opened).toMatchObject({ version: 1, dirty: false, problems: [], data: { title: '标题' } })
  const changed = await change('新标题')
  expect(changed).toMatchObject({ version: 2, dirty: true, canUndo: true, data: { title: '新标题' } })
  expect(await onDisk()).toBe(TEXT)
  const saved = await call('save', { file: FILE, version: 2 })
  expect(saved.dirty).toBe(false)
  expect(await onDisk()).toBe(TEXT.replace('"标题"', '"新标题"'))
})

test('steps are undone and done again', async () => {
  await change('一')
  await change('二', ['summary'])
  expect((await call('undo', { file: FILE })).text).toContain('"一"')
  expect((await call('undo', { file: FILE })).text).toBe(TEXT)
  expect((await call('redo', { file: FILE })).text).toContain('"一"')
  const again = await call('redo', { file: FILE })
  expect(again).toMatchObject({ canRedo: false, data: { summary: '二' } })
})

test('a problem is told with its line, and the pages keep what they showed', async () => {
  const good = await change('新标题')
  expect(await onPages()).toBe(good.text)
  const changed = await change('')
  expect(await onPages()).toBe(good.text)
  expect(changed.problems).toEqual([
    { file: FILE, line: 3, field: 'title', expected: '不为空的文字', found: '""' },
  ])
})

test('two tabs change one document at once: nothing is lost, and what nobody has looked at is not saved', async () => {
  await Promise.all([change('一'), change('二', ['summary'])])
  expect(await call('open', { file: FILE })).toMatchObject({ data: { title: '一', summary: '二' } })
  expect(await call('save', { file: FILE, version: 2 })).toEqual({
    text: expect.stringContaining('刚刚又变了'),
  })
  expect(await onDisk()).toBe(TEXT)
})

describe('when the disk has changed', () => {
  const theirs = `${TEXT}别人的正文\n`
  const other = TEXT.replace('标题', '别人的标题')
  const meet = async (text: string) => {
    const { version } = await change('我的标题')
    await writeFile(join(contentDir, FILE), text)
    expect(await call('save', { file: FILE, version })).toEqual({
      text: expect.stringContaining('刚刚又变了'),
    })
    expect(await onDisk()).toBe(text)
    return call('open', { file: FILE })
  }

  test('mine goes onto theirs where it finds its place, and is a step back', async () => {
    const merged = await meet(theirs)
    expect(merged).toMatchObject({ text: theirs.replace('标题', '我的标题'), saved: theirs, conflict: null })
    await call('save', { file: FILE, version: merged.version })
    expect(await onDisk()).toBe(merged.text)
    expect((await call('undo', { file: FILE })).text).toBe(TEXT.replace('标题', '我的标题'))
  })

  test('of one line both are shown; mine is kept, and theirs can be brought back', async () => {
    expect((await meet(other)).conflict).toEqual({ text: other })
    const { version } = await call('keep', { file: FILE })
    await call('save', { file: FILE, version })
    expect(await onDisk()).toBe(TEXT.replace('标题', '我的标题'))
    expect((await call('undo', { file: FILE })).text).toBe(other)
  })

  test('theirs is taken, and mine can be brought back', async () => {
    await meet(other)
    expect(await call('discard', { file: FILE })).toMatchObject({ text: other, dirty: false, conflict: null })
    expect((await call('undo', { file: FILE })).text).toContain('我的标题')
  })

  test('an unchanged document follows', async () => {
    await call('open', { file: FILE })
    await writeFile(join(contentDir, FILE), theirs)
    await documents.follow(join(contentDir, FILE))
    expect(await call('open', { file: FILE })).toMatchObject({ text: theirs, dirty: false })
    expect(await onPages()).toBe(theirs)
  })

  test('the pages keep what is being written', async () => {
    const { text } = await change('我的标题')
    await writeFile(join(contentDir, FILE), other)
    await documents.follow(join(contentDir, FILE))
    expect(await onPages()).toBe(text)
  })
})

test('a draft outlives the end of the process', async () => {
  await change('新标题')
  documents = await start()
  app = makeEditorApp(documents)
  expect(await call('open', { file: FILE })).toMatchObject({ dirty: true, data: { title: '新标题' } })
})

describe('a new document', () => {
  const wish = { collection: 'news', name: 'second', id: 2, title: '第二篇' }

  test('is a draft in no file before it is saved', async () => {
    const made = await call('create', wish)
    expect(made).toMatchObject({ file: 'news/002-second.md', saved: null, dirty: true, problems: [] })
    await expect(readFile(join(contentDir, made.file), 'utf8')).rejects.toThrow('ENOENT')
    await call('save', { file: made.file, version: made.version })
    expect(await readFile(join(contentDir, made.file), 'utf8')).toContain('title: 第二篇\n')
  })

  test('never takes the place of another', async () => {
    expect(await call('create', { ...wish, name: 'first', id: 1 })).toEqual({
      text: expect.stringContaining('已经有'),
    })
  })

  test('is a copy with an id of its own', async () => {
    const made = await call('create', { ...wish, from: FILE })
    expect(made.data).toMatchObject({ id: 2, title: '第二篇', draft: true })
    expect(made.text).toContain('# 说明')
  })

  test('is gone when it is given up', async () => {
    const made = await call('create', wish)
    expect(await readFile(join(folder, 'shown', made.file), 'utf8')).toBe(made.text)
    expect(await call('discard', { file: made.file })).toBeNull()
    await expect(readFile(join(folder, 'shown', made.file), 'utf8')).rejects.toThrow('ENOENT')
    expect(await call('open', { file: made.file })).toEqual({ text: expect.stringContaining('没有这个文件') })
  })
})

test('a copied policy names its own number by its name alone, and brings no companies', async () => {
  await mkdir(join(contentDir, 'interpretations'), { recursive: true })
  const from = 'interpretations/022-liushui-liangfei-jianban.md'
  for (const file of [from, from.replace('.md', '.golden.yaml'), 'rates.yaml']) {
    await writeFile(join(contentDir, file), await readFile(join('src/content', file), 'utf8'))
    await documents.follow(join(contentDir, file))
  }
  const wish = { collection: 'interpretations', name: 'copy', id: 23, title: '副本', from }
  expect(await call('create', wish)).toMatchObject({
    problems: [],
    data: { id: 23, draft: true, benefit: { main: 'surtax' } },
  })
  expect(await call('open', { file: 'interpretations/023-copy.golden.yaml' })).toMatchObject({ text: '' })
})
