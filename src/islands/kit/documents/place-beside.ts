/** Distance to the edge of the window, in CSS pixels. */
const EDGE = 8

/**
 * Puts an open popover below its button, or above where there is more room. Only browsers without anchor positioning
 * (Chromium before 125, Safari before 26) need it: elsewhere the style sheet does it, and follows when the page moves.
 */
export function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  if (CSS.supports('anchor-name: --button')) return
  const { right, bottom, top } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popover
  const x = Math.min(right, innerWidth - EDGE) - offsetWidth
  const y = bottom + offsetHeight > innerHeight - EDGE ? top - offsetHeight : bottom
  popover.style.inset = `${Math.max(EDGE, y)}px auto auto ${Math.max(EDGE, x)}px`
}
