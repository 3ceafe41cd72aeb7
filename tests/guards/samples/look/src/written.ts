/** A script that sets looks of its own. */
export const SHEET = '.preview { margin: 0; padding: 3px; color: var(--ink); }'

export function place(element: HTMLElement, row: number): void {
  element.style.cssText = `position: absolute; inset-block-start: 5px; block-size: ${row}px`
  element.style.marginInline = '20px'
  element.style.insetBlockStart = `${row}px`
  element.style.setProperty('--gap', '10px')
}
