/** What islands, the intent loader and the shell's script tell each other through the document, across tabs too. */

/** Wakes the island of a section, as if a person had pointed at it. */
export function callSection(section: string): void {
  document.dispatchEvent(new CustomEvent(`call:${section}`))
}

export type Topic =
  | 'session'
  | 'messages'
  | 'answers'
  | 'follows'
  | 'saved'
  | 'orders'
  | 'documents'
  | 'reservations'
  | 'company'
  | 'forms'

/** A page hears its own words, too, unless it knows them by this. */
const PAGE = Math.random()

/** Tells the other tabs that something changed; they read it anew themselves. */
export function notifyTabs(topic: Topic): void {
  const channel = new BroadcastChannel(topic)
  channel.postMessage(PAGE)
  channel.close()
}

/** Runs `react` when another tab tells of `topic`. */
export function onTabsNotified(topic: Topic, react: () => void): () => void {
  const channel = new BroadcastChannel(topic)
  channel.addEventListener('message', ({ data }) => data !== PAGE && react())
  return () => channel.close()
}

const CARD_CHANGED = 'share:card'

/** For a page that learns only in the browser what it is about. Its title ends with the site's name. */
export function describePage({ title, description }: { title: string; description: string }): void {
  document.title = `${title} - ${document.title.split(' - ').at(-1)}`
  metaOf('title')?.setAttribute('content', title)
  metaOf('description')?.setAttribute('content', description)
  document.dispatchEvent(new Event(CARD_CHANGED))
}

/** Runs `offer` whenever the page has been described anew. */
export function hearCard(offer: () => void): void {
  document.addEventListener(CARD_CHANGED, offer)
}

/** What a page says of itself to whom it is shared with. */
export function metaOf(name: string): HTMLMetaElement | null {
  return document.querySelector(`meta[property="og:${name}"]`)
}
