/**
 * On every page of `astro dev`: when content changes, the page is fetched anew and this one becomes like it, without
 * losing its place or what its islands hold. A page that cannot be made stays as it was last.
 */
import { Idiomorph } from 'idiomorph'
import { CONTENT_EVENT, PAGE_MESSAGE, type PageMessage } from '../calls.ts'

let isFetching = false
let isStale = false

async function refresh(): Promise<void> {
  isStale = true
  if (isFetching) return
  isFetching = true
  while (isStale) {
    isStale = false
    tell(await fetchAnew())
  }
  isFetching = false
}

async function fetchAnew(): Promise<PageMessage> {
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    const html = await response.text()
    if (!response.ok) return { type: PAGE_MESSAGE, state: response.status === 404 ? 'missing' : 'failed' }
    const made = new DOMParser().parseFromString(html, 'text/html')
    document.title = made.title
    const islands: [old: Element, made: Element][] = []
    Idiomorph.morph(document.body, [...made.body.childNodes], {
      morphStyle: 'innerHTML',
      ignoreActiveValue: true,
      callbacks: {
        beforeNodeMorphed: (old, fresh) => mayMorph(old, fresh, islands),
        beforeNodeRemoved: mayRemove,
      },
    })
    // Not while its neighbours are gone through: what is taken out of the page has none.
    for (const [old, fresh] of islands) old.replaceWith(document.importNode(fresh, true))
    return { type: PAGE_MESSAGE, state: 'shown' }
  } catch (error) {
    console.error(error)
    return { type: PAGE_MESSAGE, state: 'failed' }
  }
}

/** What an island shows is React's own; with other props it is another island. A picture is drawn when it is seen. */
function mayMorph(old: Node, made: Node, others: [Element, Element][]): boolean {
  if (!(old instanceof Element) || !(made instanceof Element)) return true
  if (old.matches('.sheet > div')) {
    const picture = old.querySelector<HTMLImageElement>(':scope > img')
    if (picture) picture.src = `${new URL(picture.src).pathname}?${Date.now()}`
    return false
  }
  if (old.localName !== 'astro-island' || made.localName !== 'astro-island') return true
  if (old.getAttribute('props') === made.getAttribute('props') && isSame(old, made)) return false
  // A clone begins its life when it is put in.
  others.push([old, made])
  return false
}

const isSame = (old: Element, made: Element) =>
  old.getAttribute('component-export') === made.getAttribute('component-export')

/** Dialogs and toasts that scripts put behind the page. */
function mayRemove(node: Node): boolean {
  return (
    !(node instanceof Element) ||
    node.parentElement !== document.body ||
    node.localName === 'astro-island' ||
    node.matches('main, header, footer, nav, section, article')
  )
}

function tell(message: PageMessage): void {
  if (isPreview) window.parent.postMessage(message, location.origin)
}

const isPreview = window.parent !== window
if (!location.pathname.startsWith('/frontend/editor')) {
  import.meta.hot?.on(CONTENT_EVENT, () => void refresh())
  // What changed while the page was loading, or while `astro dev` was started again, nobody told.
  import.meta.hot?.on('vite:ws:connect', () => void refresh())
  if (isPreview) void refresh()
}
