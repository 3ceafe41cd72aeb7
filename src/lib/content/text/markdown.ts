/** How Markdown becomes HTML. */
import { satteri } from '@astrojs/markdown-satteri'
import type { MarkdownHeading } from 'astro'
import { defineMdastPlugin } from 'satteri'

/** HTML of a text is shown, never run: the check of content refuses it (load/markdown-file.ts), this holds where it errs. */
const rawHtmlAsText = defineMdastPlugin({
  name: 'raw-html-as-text',
  html: ({ value }) => ({ type: 'text', value }),
})

/** `markdown` of the Astro config. */
export const markdown = {
  processor: satteri({ mdastPlugins: [rawHtmlAsText] }),
  syntaxHighlight: false,
} as const

export interface Rendered {
  html: string
  headings: MarkdownHeading[]
}

const renderer = markdown.processor.createRenderer({ syntaxHighlight: markdown.syntaxHighlight })

/** As Astro renders what is in a collection. */
export async function renderMarkdown(body: string): Promise<Rendered> {
  const { code, metadata } = await (await renderer).render(body)
  return { html: code, headings: metadata.headings }
}
