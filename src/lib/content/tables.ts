/** Tables of rendered Markdown. */

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
