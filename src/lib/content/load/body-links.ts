/** The links of a Markdown text as the page will have them, whatever way they are written. */
import { markdownToMdast } from 'satteri'

export interface BodyLink {
  /** As the browser gets it: entities decoded, references resolved. */
  address: string
  /** Line of the body, from 1. */
  line: number
}

/** `[a](b)` and `[a]: b`: most texts have neither. `<https://a>` is refused as a tag. */
const MAY_LINK = /\]\(|\]:/
/** Ways that lead to a page, a mail or a phone; anything else runs in the reader's browser or reads from the device. */
const SAFE = /^(?:https?:\/\/|mailto:|tel:|[/#?])/i

export function bodyLinks(body: string): BodyLink[] {
  return MAY_LINK.test(body) ? linksIn(markdownToMdast(body)) : []
}

export function isSafeAddress(address: string): boolean {
  return SAFE.test(address)
}

interface Node {
  type: string
  url?: string
  position?: { start: { line: number } } | undefined
  children?: readonly Node[]
}

function linksIn({ type, url, position, children = [] }: Node): BodyLink[] {
  const isLink = url !== undefined && ['link', 'image', 'definition'].includes(type)
  return [
    ...(isLink ? [{ address: url, line: position?.start.line ?? 1 }] : []),
    ...children.flatMap(linksIn),
  ]
}
