import { satteri } from '@astrojs/markdown-satteri'
import type { MarkdownHeading } from 'astro'
import { defineMdastPlugin } from 'satteri'

/** Escapes HTML in texts, which the content check refuses (load/markdown-file.ts). */
const rawHtmlAsText = defineMdastPlugin({
  name: 'raw-html-as-text',
  html: ({ value }) => ({ type: 'text', value }),
})

export const markdown = {
  processor: satteri({ mdastPlugins: [rawHtmlAsText] }),
  syntaxHighlight: false,
} as const

export interface Rendered {
  html: string
  headings: MarkdownHeading[]
}

const renderer = markdown.processor.createRenderer({ syntaxHighlight: markdown.syntaxHighlight })

export async function renderMarkdown(body: string): Promise<Rendered> {
  const { code, metadata } = await (await renderer).render(body)
  return { html: code, headings: metadata.headings }
}
