/**
 * `npm run content:providers -- [ADDRESS] [DIR]`: writes a content file for each approved provider of a running portal, so
 * that the next build gives them pages at the same addresses. Removes the files of providers that have been taken off the
 * list.
 */

import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { stringify } from 'yaml'
import { PROVIDER_CATEGORIES } from '../../src/lib/content/provider-categories.ts'
import { providerSchema } from '../../src/lib/content/schema/directory.ts'
import { listProviders, type PublicProvider } from '../../src/lib/contract/services/provider.ts'
import { NATION } from '../../src/lib/rules/regions.ts'

const NAME_LENGTH = 30
const INTRO_LENGTH = 120

/** 代理记账，每月 300 元: the words before the first mark are the name. */
const NAMED = new RegExp(`^([^，。：；,:;]{1,${NAME_LENGTH}})[，。：；,:;]\\s*(.+)$`)

export interface Part {
  name: string
  text?: string
}

/** Returns an approved provider as the front matter of a content file. Splits continuous text into lines. */
export function convertProvider(provider: PublicProvider) {
  const { id, category_id, company_name, services, regions, cases, contact, phone } = provider
  const parts = cutLines(services)
  return {
    id,
    title: company_name,
    category: category_id,
    region: commonRegion(regions),
    ...(regions.length > 1 && { regions }),
    ref: `approved-${provider.poid}`,
    intro: shorten(`提供${parts.map(({ name }) => name).join('、')}`, INTRO_LENGTH),
    services: parts,
    cases: cutLines(cases).map(({ name, text }) => ({ title: name, text: text ?? name })),
    contact: { person: contact, phone },
  }
}

function cutLines(text: string): Part[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(cutLine)
}

function cutLine(line: string): Part {
  const [, name, text] = NAMED.exec(line) ?? []
  if (name && text) return { name: name.trim(), text }
  return line.length <= NAME_LENGTH ? { name: line } : { name: shorten(line, NAME_LENGTH), text: line }
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

function commonRegion(regions: readonly string[]): string {
  const [first = NATION] = regions
  const digits = [6, 4, 2].find((count) =>
    regions.every((code) => code.slice(0, count) === first.slice(0, count)),
  )
  return digits === undefined ? NATION : first.slice(0, digits).padEnd(6, '0')
}

/** Returns the body of the portal's answer. */
type Read = (path: string) => Promise<unknown>

interface Outcome {
  written: string[]
  removed: string[]
  refused: string[]
}

const OURS = /^approved-\d+\.md$/

/** @throws when the portal breaks the contract; nothing has been changed then */
export async function importProviders(read: Read, dir: string): Promise<Outcome> {
  const providers = await readAll(read)
  const folder = join(dir, 'providers')
  await mkdir(folder, { recursive: true })
  const outcome: Outcome = { written: [], removed: [], refused: [] }
  const shown = new Set<string>()
  for (const provider of providers) {
    const file = `approved-${provider.id}.md`
    shown.add(file)
    const fields = convertProvider(provider)
    const { error } = providerSchema.safeParse(fields)
    if (error) {
      const [issue] = error.issues
      outcome.refused.push(`${provider.company_name}：${issue?.path.join('.')} ${issue?.message}`)
    } else {
      await writeFile(join(folder, file), `---\n${stringify(fields)}---\n`)
      outcome.written.push(provider.company_name)
    }
  }
  for (const file of await readdir(folder)) {
    if (!OURS.test(file) || shown.has(file)) continue
    await rm(join(folder, file))
    outcome.removed.push(file)
  }
  return outcome
}

async function readAll(read: Read): Promise<PublicProvider[]> {
  const found: PublicProvider[] = []
  for (const { id } of PROVIDER_CATEGORIES) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const body = await read(`${listProviders.path}?category=${id}&page=${page}`)
      const { result } = v.parse(listProviders.answer, body)
      found.push(...result.items)
      pages = result.pages
    }
  }
  return found
}

if (import.meta.main) {
  const port = process.env['PORT'] ?? '4321'
  const [address = `http://localhost:${port}`, dir = process.env['CONTENT_DIR'] ?? 'src/content'] =
    process.argv.slice(2)
  const read: Read = async (path) => (await fetch(new URL(path, address))).json()
  try {
    const { written, removed, refused } = await importProviders(read, dir)
    for (const reason of refused) console.error(`没有写入，${reason}`)
    console.log(
      `已写入 ${written.length} 家服务商，移除 ${removed.length} 家已下线的。重新构建后生效：npm run build`,
    )
  } catch (error) {
    console.error(`没有读到 ${address} 的服务商，内容没有改动：${error}`)
    process.exit(1)
  }
}
