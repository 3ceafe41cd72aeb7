/** Rendered Markdown as pages show it. */

/** Characters a minute at which people read official Chinese and still understand it. */
const CHARACTERS_PER_MINUTE = 350

/** Whole minutes, at least 1, from rendered HTML. */
export function readingMinutes(html: string): number {
  const text = html.replace(/<[^>]+>/g, '').replace(/&\w+;/g, ' ')
  const characters = text.match(/\p{Script=Han}|[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(characters / CHARACTERS_PER_MINUTE))
}

/**
 * Puts each table into a region that scrolls by itself, so that a wide one never widens the page of a phone, and that
 * the keyboard can reach and a screen reader names.
 */
export function scrollableTables(html: string): string {
  let count = 0
  return html.replace(/<table>[\s\S]*?<\/table>/g, (table) => {
    count += 1
    return `<div class="table" role="region" tabindex="0" aria-label="表格 ${count}，可以左右滚动">${table}</div>`
  })
}

/** Marks lists whose items bring their own number, （一）, so that no dot stands before it. */
export function numberedLists(html: string): string {
  return html.replace(/<ul>(?=\s*<li>（[一二三四五六七八九十]+）)/g, '<ul class="numbered">')
}
