/** Colours of `tokens.css` for what a build draws without style sheets: icons, pictures, the browser's own bar. */
import css from './tokens.css?raw'

/** What the token is on a light page without strong contrast. */
export function lightColour(token: string): string {
  const colour = new RegExp(`--${token}: var\\(--plain, (?:light-dark\\()?(#[0-9a-f]+)`).exec(css)?.[1]
  if (colour === undefined) throw new Error(`tokens.css has no colour --${token}`)
  return colour
}
