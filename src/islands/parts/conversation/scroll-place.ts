/** The place of a reader in a box of lines. */

/** A line, and how far below the edge of the box it begins. */
export interface Place {
  key: string
  top: number
}

export function sizeOf({ clientWidth, clientHeight }: HTMLElement): string {
  return `${clientWidth}×${clientHeight}`
}

/** The first line in view. */
export function topLine(box: HTMLElement): Place | null {
  const edge = box.getBoundingClientRect().top
  for (const line of box.querySelectorAll<HTMLElement>('[data-line]')) {
    const { top, bottom } = line.getBoundingClientRect()
    if (bottom > edge) return { key: line.dataset['line'] ?? '', top: top - edge }
  }
  return null
}

/** @returns whether the line is still in the page */
export function restore(box: HTMLElement, anchor: Place | null): boolean {
  if (!anchor) return false
  const line = box.querySelector(`[data-line="${CSS.escape(anchor.key)}"]`)
  if (!line) return false
  box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.top
  return true
}
