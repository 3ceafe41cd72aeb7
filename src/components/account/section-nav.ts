/** Marks in the navigation of a long page the section that one is reading. */

/** The part of the window, from its top, in which a section counts as being read. */
const READING_ZONE = 0.35

export function markSections(): void {
  const nav = document.querySelector<HTMLElement>('[data-section-nav]')
  if (!nav) return
  const links = [...nav.querySelectorAll('a')]

  function mark(): void {
    const line = innerHeight * READING_ZONE
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
    const above = links.filter((link) => {
      // What is not shown has no box: its zeros would count as the top of the window.
      const [box] = document.getElementById(link.hash.slice(1))?.getClientRects() ?? []
      return box && box.top <= line
    })
    const current = scrollY === 0 ? links[0] : isAtEnd ? links.at(-1) : (above.at(-1) ?? links[0])
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    // On phones the navigation is a row that is longer than the screen.
    if (nav && current && nav.scrollWidth > nav.clientWidth) {
      nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2
    }
  }

  let isAsked = false
  function ask(): void {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      mark()
    })
  }
  addEventListener('scroll', ask, { passive: true })
  addEventListener('resize', ask)
  // Sections arrive one by one.
  new ResizeObserver(ask).observe(document.body)
  mark()
}
