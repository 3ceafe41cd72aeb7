/** HTML of others as a tree that can be tidied, and such a tree as Markdown. */
import { markdownTable } from 'markdown-table'
import TurndownService from 'turndown'

/** A node of an HTML tree, as far as it is looked at. */
export interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

const LISTS = new Set(['UL', 'OL'])
const TEXT = 3
const ELEMENT = 1

/** What the body of a page holds; nothing of it is run or loaded. */
export function readHtml(html: string): Node[] {
  return readChildren(new DOMParser().parseFromString(html, 'text/html').body)
}

function readChildren({ childNodes }: Element): Node[] {
  return Array.from(childNodes).flatMap((node): Node[] => {
    if (node.nodeType === TEXT) return [{ type: 'text', value: node.nodeValue ?? '' }]
    if (node.nodeType !== ELEMENT) return []
    const own = node as Element
    const properties = Object.fromEntries(Array.from(own.attributes, ({ name, value }) => [name, value]))
    return [{ type: 'element', tagName: own.localName, properties, children: readChildren(own) }]
  })
}

export function writeMarkdown(nodes: readonly Node[]): string {
  // Two bold parts side by side are one: Markdown would take the marks between them for another.
  const html = nodes
    .map(htmlOf)
    .join('')
    .replace(/<\/(strong|em)><\1>/g, '')
  // No picture comes this far: what looks like one is a link behind an exclamation mark.
  return turndown.turndown(html).replace(/!(?=\[)/g, '\\!')
}

function htmlOf({ type, tagName, value = '', properties = {}, children = [] }: Node): string {
  if (type === 'text') return escapeHtml(value)
  const attributes = ['href', 'start'].flatMap((name) =>
    properties[name] === undefined ? [] : [` ${name}="${escapeHtml(String(properties[name]))}"`],
  )
  const open = `<${tagName}${attributes.join('')}>`
  return tagName === 'br' || tagName === 'hr' ? open : `${open}${children.map(htmlOf).join('')}</${tagName}>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)

const turndown = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
})

// Turndown's own escapes also marks that mean nothing where they stand, as in a_b.
turndown.escape = (text) =>
  text
    .replace(/[\\*`[~]|(?<= )#(?=#*$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/&(?=[#A-Za-z])|(?<=[\w+.-])@(?=[\w.-])/g, '\\$&')
    .replace(/<(?=[!/?A-Za-z])/g, '&lt;')

/** Marks that mean something at the beginning of a line only. */
const escapeStarts = (content: string) =>
  content.replace(/(^|\\\n)(\d+(?=[.)](?:\s|$))|(?=[#=>|]|[+-](?:\s|$)|--))/g, '$1$2\\')

turndown.addRule('break', {
  filter: 'br',
  replacement(_, { previousSibling, nextSibling }) {
    if (!previousSibling) return ''
    return !nextSibling || LISTS.has(nextSibling.nodeName) ? ' ' : '\\\n'
  },
})

turndown.addRule('paragraph', { filter: 'p', replacement: (content) => `\n\n${escapeStarts(content)}\n\n` })

turndown.addRule('quotation', {
  filter: 'blockquote',
  replacement: (content) =>
    `\n\n${content
      .trim()
      .replace(/^(?=.)/gm, '> ')
      .replace(/^$/gm, '>')}\n\n`,
})

turndown.addRule('item', {
  filter: 'li',
  replacement(content, node) {
    const list = node.parentNode as HTMLElement
    // A list right behind another would go on with it, were its marks the same.
    let isOther = false
    for (
      let before = list.previousSibling;
      before?.nodeName === list.nodeName;
      before = before.previousSibling
    ) {
      isOther = !isOther
    }
    const number =
      Number(list.getAttribute('start') ?? 1) + Array.from(list.children).indexOf(node as HTMLElement)
    const mark = list.nodeName === 'OL' ? `${number}${isOther ? ')' : '.'} ` : isOther ? '* ' : '- '
    const text = escapeStarts(content)
      .replace(/^\n+|\s+$|[ \t]+(?=\n)/g, '')
      .replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
    const gap = /\n$/.test(content) ? '\n\n' : '\n'
    return mark + text + (node.nextSibling ? gap : '')
  },
})

/**
 * Markdown takes no mark between punctuation and a letter, as in `**注：**甲`: such punctuation goes out of the bold words,
 * and where something else ends there, its mark goes.
 */
function emphasize(mark: string): TurndownService.ReplacementFunction {
  return (content, { nodeName, parentNode, previousSibling, nextSibling, firstChild, lastChild }) => {
    if (parentNode?.nodeName === nodeName) return content
    const isBegun = /[\p{L}\p{N}]$/u.test(previousSibling?.textContent ?? '')
    const isContinued = /^[\p{L}\p{N}]/u.test(nextSibling?.textContent ?? '')
    const start =
      (isBegun && firstChild?.nodeType === TEXT && /^(?:(?!&)[\p{P}\p{S}])+/u.exec(content)?.[0]) || ''
    const rest = content.slice(start.length)
    const end = (isContinued && lastChild?.nodeType === TEXT && /[\p{P}\p{S}]+$/u.exec(rest)?.[0]) || ''
    const [, before = '', words = '', after = ''] =
      /^(\s*)([\s\S]*?)(\s*)$/.exec(rest.slice(0, rest.length - end.length)) ?? []
    const isRefused =
      words === '' ||
      (isBegun && start + before === '' && /^[\p{P}\p{S}]/u.test(words)) ||
      (isContinued && after + end === '' && /[\p{P}\p{S}]$/u.test(words))
    return isRefused ? content : start + before + mark + words + mark + after + end
  }
}

turndown.addRule('strong', { filter: 'strong', replacement: emphasize('**') })
turndown.addRule('emphasis', { filter: 'em', replacement: emphasize('*') })

turndown.addRule('link', {
  filter: 'a',
  replacement(content, node) {
    const href = (node as HTMLElement).getAttribute('href') ?? ''
    const place = /\s/.test(href)
      ? `<${href.replace(/[<>]/g, '\\$&')}>`
      : href.replace(/[()<>]|&(?=[#A-Za-z])/g, '\\$&')
    return `[${content.replace(/\]/g, '\\]')}](${place})`
  },
})

turndown.addRule('table', {
  filter: 'table',
  replacement(_, node) {
    const rows = Array.from((node as HTMLElement).querySelectorAll('tr'), (row) =>
      Array.from(row.children, (cell) => turndown.turndown(cell as HTMLElement).replace(/\|/g, '\\|')),
    )
    return `\n\n${markdownTable(rows)}\n\n`
  },
})
