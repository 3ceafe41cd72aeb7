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
