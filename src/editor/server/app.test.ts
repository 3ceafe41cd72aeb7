import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CALL_BYTES, CALLS_PATH, type OpenDocument, TOKEN_HEADER } from '../calls.ts'
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
const OWN = { host: 'localhost:4321', origin: 'http://localhost:4321', [TOKEN_HEADER]: 'token' }

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
  app = makeEditorApp({ documents, token: 'token' })
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

async function call(
  name: string,
  input: object,
): Promise<OpenDocument & { left: string[]; reason?: string }> {
  const response = await send(name, { ...input, ...(name !== 'open' && { tab: 'a' }) })
  return (await response.json()) as never
}

const onDisk = () => readFile(join(contentDir, FILE), 'utf8')
const onPages = () => readFile(join(folder, 'shown', FILE), 'utf8')
const change = (version: number, value: string, path = ['title']) =>
  call('change', { file: FILE, version, changes: [{ path, value }] })

describe('who may call', () => {
  test('the page of this start, on this machine', async () => {
    expect((await send('open', { file: FILE })).status).toBe(200)
  })

  test.each([
    ['another page', { ...OWN, origin: 'https://evil.example' }],
    ['no page', { host: OWN.host, [TOKEN_HEADER]: 'token' }],
    ['a name that leads here', { ...OWN, host: 'evil.example', origin: 'http://evil.example' }],
    ['another site, as the browser says', { ...OWN, 'sec-fetch-site': 'cross-site' }],
    ['the page of an earlier start', { ...OWN, [TOKEN_HEADER]: 'taken' }],
    ['one without a token', { host: OWN.host, origin: OWN.origin }],
  ])('not %s', async (_, headers) => {
    expect((await send('open', { file: FILE }, headers)).status).toBe(403)
  })

  test('not another machine', async () => {
    expect((await send('open', { file: FILE }, OWN, '192.168.1.7')).status).toBe(403)
  })

  test('not with more than a document can be', async () => {
    const body = 'a'.repeat(CALL_BYTES)
    expect((await send('change', { file: FILE, version: 1, changes: [{ body }], tab: 'a' })).status).toBe(413)
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
  const changed = await change(1, '新标题')
  expect(changed).toMatchObject({ version: 2, dirty: true, canUndo: true, data: { title: '新标题' } })
  expect(await onDisk()).toBe(TEXT)
  const saved = await call('save', { file: FILE, version: 2, savedSha: changed.savedSha })
  expect(saved.dirty).toBe(false)
  expect(await onDisk()).toBe(TEXT.replace('"标题"', '"新标题"'))
})

test('steps are undone and done again', async () => {
  await change(1, '一')
  await change(2, '二', ['summary'])
  expect((await call('undo', { file: FILE })).text).toContain('"一"')
  expect((await call('undo', { file: FILE })).text).toBe(TEXT)
  expect((await call('redo', { file: FILE })).text).toContain('"一"')
  const again = await call('redo', { file: FILE })
  expect(again).toMatchObject({ canRedo: false, data: { summary: '二' } })
})

test('a problem is told with its line, and the pages keep what they showed', async () => {
  const good = await change(1, '新标题')
  expect(await onPages()).toBe(good.text)
  const changed = await change(2, '')
  expect(await onPages()).toBe(good.text)
  expect(changed.problems).toEqual([
    { file: FILE, line: 3, field: 'title', expected: '不为空的文字', found: '""' },
  ])
})

test('what another tab has not seen is not written over', async () => {
  await change(1, '一')
  expect(await change(1, '二')).toMatchObject({ reason: 'stale' })
})

test('of two tabs that begin at once one is told so: neither is written over', async () => {
  const answers = await Promise.all([change(1, '一'), change(1, '二')])
  expect(answers.filter(({ reason }) => reason === 'stale')).toHaveLength(1)
})

test('changes that come while earlier ones are kept aside are answered, and the last one is what is kept', async () => {
  const titles = Array.from({ length: 8 }, (_, place) => `标题${place}`)
  await call('open', { file: FILE })
  const answers = await Promise.all(titles.map((title, place) => change(place + 1, title)))
  expect(answers.map(({ reason }) => reason)).toEqual(titles.map(() => undefined))
  documents = await start()
  expect((await documents.open(FILE)).text).toBe(TEXT.replace('标题', '标题7'))
})

describe('when the disk has changed', () => {
  const theirs = TEXT.replace('正文', '别人的正文')
  const meet = async () => {
    const { savedSha } = await change(1, '我的标题')
    await writeFile(join(contentDir, FILE), theirs)
    const saved = await call('save', { file: FILE, version: 2, savedSha })
    expect(saved).toMatchObject({ reason: 'changed_on_disk' })
    expect(await onDisk()).toBe(theirs)
    expect((await call('open', { file: FILE })).conflict).toEqual({ text: theirs })
  }

  test('mine is what is saved', async () => {
    await meet()
    const { savedSha, version } = await call('settle', { file: FILE, take: 'mine' })
    await call('save', { file: FILE, version, savedSha })
    expect(await onDisk()).toBe(TEXT.replace('标题', '我的标题'))
    expect((await call('undo', { file: FILE })).text).toBe(theirs)
  })

  test('theirs is taken, and mine can be brought back', async () => {
    await meet()
    expect(await call('settle', { file: FILE, take: 'theirs' })).toMatchObject({ text: theirs, dirty: false })
    expect((await call('undo', { file: FILE })).text).toContain('我的标题')
  })

  test('mine is put onto theirs', async () => {
    await meet()
    const merged = await call('settle', { file: FILE, take: 'merge' })
    expect(merged).toMatchObject({ text: theirs.replace('标题', '我的标题'), left: [], conflict: null })
    expect((await call('undo', { file: FILE })).text).toBe(TEXT.replace('标题', '我的标题'))
    expect((await call('undo', { file: FILE })).text).toBe(theirs)
  })

  test('what finds no place is given back', async () => {
    const { savedSha } = await change(1, '我的标题')
    const other = TEXT.replace('标题', '别人的标题')
    await writeFile(join(contentDir, FILE), other)
    await call('save', { file: FILE, version: 2, savedSha })
    const merged = await call('settle', { file: FILE, take: 'merge' })
    expect(merged.text).toBe(other)
    expect(merged.left.join()).toContain('我的标题')
  })

  test('an unchanged document follows', async () => {
    await call('open', { file: FILE })
    await writeFile(join(contentDir, FILE), theirs)
    await documents.follow(join(contentDir, FILE))
    expect(await call('open', { file: FILE })).toMatchObject({ text: theirs, dirty: false })
    expect(await onPages()).toBe(theirs)
  })

  test('the pages keep what is being written', async () => {
    const { text } = await change(1, '我的标题')
    await writeFile(join(contentDir, FILE), theirs)
    await documents.follow(join(contentDir, FILE))
    expect(await onPages()).toBe(text)
  })
})

test('a draft outlives the end of the process', async () => {
  await change(1, '新标题')
  documents = await start()
  app = makeEditorApp({ documents, token: 'token' })
  expect(await call('open', { file: FILE })).toMatchObject({ dirty: true, data: { title: '新标题' } })
})

describe('a new document', () => {
  const wish = { collection: 'news', name: 'second', from: 'template', title: '第二篇' }

  test('is a draft in no file before it is saved', async () => {
    const made = await call('create', wish)
    expect(made).toMatchObject({ file: 'news/002-second.md', savedSha: null, dirty: true, problems: [] })
    await expect(readFile(join(contentDir, made.file), 'utf8')).rejects.toThrow('ENOENT')
    await call('save', { file: made.file, version: made.version, savedSha: null })
    expect(await readFile(join(contentDir, made.file), 'utf8')).toContain('title: 第二篇\n')
  })

  test('never takes the place of another', async () => {
    expect(await call('create', { ...wish, name: 'first', id: 1 })).toMatchObject({ reason: 'exists' })
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
    expect(await call('open', { file: made.file })).toMatchObject({ reason: 'missing' })
  })
})

describe('a copied policy', () => {
  const bring = async (name: string) => {
    await mkdir(join(contentDir, 'interpretations'), { recursive: true })
    const source = `interpretations/${name}.md`
    for (const file of [source, `interpretations/${name}.golden.yaml`, 'rates.yaml']) {
      await writeFile(join(contentDir, file), await readFile(join('src/content', file), 'utf8'))
      await documents.follow(join(contentDir, file))
    }
    return source
  }
  const copy = (from: string, more = {}) =>
    call('create', { collection: 'interpretations', name: 'copy', from, ...more })

  test('names its own number by its name alone', async () => {
    const made = await copy(await bring('022-liushui-liangfei-jianban'))
    expect(made).toMatchObject({ problems: [], data: { id: 23, draft: true, benefit: { main: 'surtax' } } })
  })

  test('brings its companies when it is told to, who answer its own questions', async () => {
    const from = await bring('016-ruanjian-qiye-liangmian-sanjianban')
    expect(await copy(from)).toMatchObject({ problems: [] })
    expect(await call('open', { file: 'interpretations/017-copy.golden.yaml' })).toMatchObject({ text: '' })
    await copy(from, { withGolden: true, name: 'with' })
    const golden = await call('open', { file: 'interpretations/018-with.golden.yaml' })
    expect(golden).toMatchObject({ problems: [], savedSha: null, dirty: true })
    const old = await call('open', { file: from.replace('.md', '.golden.yaml') })
    expect(golden.text).toBe(old.text.replaceAll('16.', '18.'))
    await call('discard', { file: 'interpretations/018-with.md' })
    expect(await call('open', { file: golden.file })).toMatchObject({ reason: 'missing' })
  })
})
