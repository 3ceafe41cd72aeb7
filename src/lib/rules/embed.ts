/** Parts of the portal in the pages of other sites: what the address of a frame may ask for, and what such a page needs. */
import { escapeMarkup } from './text/escape-markup.ts'

export type Ground = 'light' | 'dark'

export interface EmbedLook {
  /** #rrggbb of links and buttons; undefined: the portal's own. */
  colour?: string | undefined
  /** Undefined: as the visitor's system has it. */
  ground?: Ground | undefined
}

/** --paper of tokens.css. */
export const PAPERS: Readonly<Record<Ground, string>> = { light: '#ffffff', dark: '#161f1e' }

/** WCAG 2.2, 1.4.3: of text against what is behind it. */
const CONTRAST_LEAST = 4.5

/** A colour as people write it, #0B5C63 or 0b5c63 or 0bc, as #rrggbb; undefined for what is none. */
export function readColour(text: string): string | undefined {
  const [, digits = ''] = /^\s*#?([\da-f]{6}|[\da-f]{3})\s*$/i.exec(text) ?? []
  if (digits === '') return undefined
  const all = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${all.toLowerCase()}`
}

/** WCAG 2, of two #rrggbb: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Whether words in this colour, and paper on it, can be read there. */
export function isLegible(colour: string, ground: Ground): boolean {
  return contrastOf(colour, PAPERS[ground]) >= CONTRAST_LEAST
}

const GROUND_WORDS: Readonly<Record<Ground, string>> = { light: '浅色底', dark: '深色底' }

/** Why a colour is not taken, on each ground on which it could be seen; null: it is taken wherever it is. */
export function colourProblem({ colour, ground }: EmbedLook): string | null {
  if (colour === undefined) return null
  const grounds: readonly Ground[] = ground ? [ground] : ['light', 'dark']
  const bad = grounds.filter((each) => !isLegible(colour, each))
  if (bad.length === 0) return null
  // Down: 4.48 is not 4.5.
  const found = bad.map((each) => {
    const contrast = Math.floor(contrastOf(colour, PAPERS[each]) * 10) / 10
    return `在${GROUND_WORDS[each]}上的对比度是 ${contrast}`
  })
  return `${colour} ${found.join('，')}，低于 ${CONTRAST_LEAST}，看不清；那里用本站的颜色。`
}

/** What the query of a frame asks for; what cannot be read is not asked for. */
export function readEmbedLook(search: string): EmbedLook {
  const query = new URLSearchParams(search)
  const ground = query.get('ground')
  return {
    colour: readColour(query.get('color') ?? ''),
    ground: ground === 'light' || ground === 'dark' ? ground : undefined,
  }
}

interface Snippet {
  /** Of the portal. */
  origin: string
  /** /embed/match or /embed/policy/2 */
  path: string
  /** The page on the portal that says the same, for who sees no frames. */
  full: string
  title: string
  look: EmbedLook
}

/** Of a frame whose host loads no script: it scrolls by itself. */
const HEIGHT = 720

/** The address of a frame. */
export function embedAddress({
  origin,
  path,
  look: { colour, ground },
}: Pick<Snippet, 'origin' | 'path' | 'look'>) {
  const query = new URLSearchParams({ ...(colour && { color: colour.slice(1) }), ...(ground && { ground }) })
  return `${origin}${path}${String(query) && `?${query}`}`
}

/** The HTML that a site puts into its page: no style attribute, which a strict policy would refuse. */
export function embedSnippet(snippet: Snippet): string {
  const { origin, full, title } = snippet
  const name = escapeMarkup(title)
  const attributes = [
    `src="${escapeMarkup(embedAddress(snippet))}" title="${name}" width="100%" height="${HEIGHT}"`,
    'frameborder="0" loading="lazy" referrerpolicy="no-referrer"',
  ]
  return [
    element('iframe', attributes.join('\n  '), element('a', `href="${origin}${full}"`, name)),
    element('script', `src="${origin}/frontend/embed.js" async`),
  ].join('\n')
}

/** A page that has this in its own script must not have the end of one in it. */
function element(name: string, attributes: string, content = ''): string {
  return `<${name} ${attributes}>${content}</${name}>`
}

/** What a site with a Content-Security-Policy of its own has to add to it. */
export function hostPolicy(origin: string): string {
  return `frame-src ${origin}; script-src ${origin}`
}
