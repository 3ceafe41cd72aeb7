/** How long a text takes to read. */

/** Characters a minute at which people read official Chinese and still understand it. */
const CHARACTERS_PER_MINUTE = 350

/** Whole minutes, at least 1, from rendered HTML. */
export function readingMinutes(html: string): number {
  const text = html.replace(/<[^>]+>/g, '').replace(/&\w+;/g, ' ')
  const characters = text.match(/\p{Script=Han}|[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(characters / CHARACTERS_PER_MINUTE))
}
