/** The HTML of the Markdown of documents. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri'
import { defineMdastPlugin } from 'satteri'
import packages from '../../../../package.json' with { type: 'json' }

interface Written {
  collection: string
  id: number
  digest: string
  body: string
}

export interface Rendered {
  html: string
  headings: { depth: number; slug: string; text: string }[]
}

/** HTML of a text is shown, never run: the check of content refuses it (load/markdown-file.ts), this holds where it errs. */
const rawHtmlAsText = defineMdastPlugin({
  name: 'raw-html-as-text',
  html: ({ value }) => ({ type: 'text', value }),
})

const OPTIONS = { syntaxHighlight: false as const, mdastPlugins: [rawHtmlAsText] }
/** What the HTML depends on, beside the text. */
const RENDERER = [
  packages.dependencies['@astrojs/markdown-satteri'],
  packages.dependencies.satteri,
  JSON.stringify(OPTIONS),
].join()

const processor = createSatteriMarkdownProcessor(OPTIONS)

/**
 * What is rendered is kept in a file for each document, for the other pages that show it and for the next build: in
 * memory, ten thousand documents would be hundreds of megabytes.
 */
export function renderedIn(folder: string) {
  return async ({ collection, id, digest, body }: Written): Promise<Rendered> => {
    const file = join(folder, collection, `${id}.html`)
    const mark = `${RENDERER} ${digest}`
    const kept = readKept(file, mark)
    if (kept) return kept
    const { code: html, metadata } = await (await processor).render(body)
    const rendered = { html, headings: metadata.headings }
    keep(file, mark, rendered)
    return rendered
  }
}

/** Before the HTML, on a line of their own, stand what it was made from and the headings. */
function readKept(file: string, mark: string): Rendered | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    const end = text.indexOf('\n')
    const [madeFrom, headings] = JSON.parse(text.slice(0, end))
    return madeFrom === mark ? { html: text.slice(end + 1), headings } : undefined
  } catch {
    // There is none, or the machine stopped before it was on the disk.
    return undefined
  }
}

/** Moved to its place when it is whole: a build may be stopped while it writes. */
function keep(file: string, mark: string, { html, headings }: Rendered): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify([mark, headings])}\n${html}`)
  renameSync(`${file}.new`, file)
}
