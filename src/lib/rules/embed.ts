/** Parts of the portal in other sites' pages: parameters of a frame's address, and the HTML for such a page. */
import { escapeMarkup } from './text/escape-markup.ts'

export type Ground = 'light' | 'dark'

export interface EmbedLook {
  /** #rrggbb of links and buttons; undefined: the portal's own. */
  colour?: string | undefined
  /** Undefined: by the visitor's system. */
  ground?: Ground | undefined
}

/** --paper of tokens.css. */
export const PAPERS: Readonly<Record<Ground, string>> = { light: '#ffffff', dark: '#161f1e' }

/** WCAG 2.2, 1.4.3: text against its background. */
const CONTRAST_LEAST = 4.5

export function readColour(text: string): string | undefined {
  const [, digits = ''] = /^\s*#?([\da-f]{6}|[\da-f]{3})\s*$/i.exec(text) ?? []
  if (digits === '') return undefined
  const all = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${all.toLowerCase()}`
}

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

export function isLegible(colour: string, ground: Ground): boolean {
  return contrastOf(colour, PAPERS[ground]) >= CONTRAST_LEAST
}

const GROUND_WORDS: Readonly<Record<Ground, string>> = { light: '浅色底', dark: '深色底' }

/** Returns why a colour is refused, for each background on which it may appear; null if accepted. */
export function colourProblem({ colour, ground }: EmbedLook): string | null {
  if (colour === undefined) return null
  const grounds: readonly Ground[] = ground ? [ground] : ['light', 'dark']
  const bad = grounds.filter((each) => !isLegible(colour, each))
  if (bad.length === 0) return null
  // Rounds down: 4.48 is not 4.5.
  const found = bad.map((each) => {
    const contrast = Math.floor(contrastOf(colour, PAPERS[each]) * 10) / 10
    return `在${GROUND_WORDS[each]}上的对比度是 ${contrast}`
  })
  return `${colour} ${found.join('，')}，低于 ${CONTRAST_LEAST}，看不清；那里用本站的颜色。`
}

export function readEmbedLook(search: string): EmbedLook {
  const query = new URLSearchParams(search)
  const ground = query.get('ground')
  return {
    colour: readColour(query.get('color') ?? ''),
    ground: ground === 'light' || ground === 'dark' ? ground : undefined,
  }
}

interface Snippet {
  origin: string
  path: string
  /** The portal's page with the same content, for browsers without frames. */
  full: string
  title: string
  look: EmbedLook
}

/** For a frame whose host loads no script: it scrolls inside. */
const HEIGHT = 720

export function embedAddress({
  origin,
  path,
  look: { colour, ground },
}: Pick<Snippet, 'origin' | 'path' | 'look'>) {
  const query = new URLSearchParams({ ...(colour && { color: colour.slice(1) }), ...(ground && { ground }) })
  return `${origin}${path}${String(query) && `?${query}`}`
}

/** Returns the HTML for a site's page, without style attributes, which a strict policy refuses. */
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

/** A page with this in its own script must not contain the end tag of one. */
function element(name: string, attributes: string, content = ''): string {
  return `<${name} ${attributes}>${content}</${name}>`
}

export function hostPolicy(origin: string): string {
  return `frame-src ${origin}; script-src ${origin}`
}
