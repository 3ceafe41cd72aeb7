/** Colours of `tokens.css` for what a build draws without style sheets: icons, pictures, the browser's own bar. */
import css from '../../styles/tokens.css?raw'

/** What the token is on a light page without strong contrast. */
export const lightColour = (token: string) => colourOf(token, 'plain', 'light')

/** What the token is in a mode; `strong` is strong contrast. */
export function colourOf(token: string, contrast: 'plain' | 'strong', ground: 'light' | 'dark'): string {
  const colours = new RegExp(
    `--${token}: .*?var\\(--${contrast}, (?:light-dark\\()?(#[0-9a-f]+)(?:, (#[0-9a-f]+))?`,
  ).exec(css)
  const colour = colours?.[ground === 'light' ? 1 : 2] ?? colours?.[1]
  if (colour === undefined) throw new Error(`tokens.css has no colour --${token}`)
  return colour
}

/** The families of text. */
export const FONT = /--font:\s*([^;]+);/.exec(css)?.[1]?.replace(/\s+/g, ' ') ?? ''
