/** Reading speed of official Chinese, with comprehension. */
const CHARACTERS_PER_MINUTE = 350

export function readingMinutes(html: string): number {
  const text = html.replace(/<[^>]+>/g, '').replace(/&\w+;/g, ' ')
  const characters = text.match(/\p{Script=Han}|[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(characters / CHARACTERS_PER_MINUTE))
}

/** Wraps each table in a scrollable region with a name and a tab stop. */
export function scrollableTables(html: string): string {
  let count = 0
  return html.replace(/<table>[\s\S]*?<\/table>/g, (table) => {
    count += 1
    return `<div class="table" role="region" tabindex="0" aria-label="表格 ${count}，可以左右滚动">${table}</div>`
  })
}

/** Marks lists whose items have their own number, （一）, so that no bullet precedes it. */
export function numberedLists(html: string): string {
  return html.replace(/<ul>(?=\s*<li>（[一二三四五六七八九十]+）)/g, '<ul class="numbered">')
}
