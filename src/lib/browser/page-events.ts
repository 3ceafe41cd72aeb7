/** What islands, the intent loader and the shell's script tell each other through the document, across tabs too. */

/** Wakes the island of a section, as if a person had pointed at it. */
export function callSection(section: string): void {
  document.dispatchEvent(new CustomEvent(`call:${section}`))
}

type Topic = 'session' | 'messages'

/** Tells the other tabs that something changed; they read it anew themselves. */
export function tellTabs(topic: Topic): void {
  const channel = new BroadcastChannel(topic)
  channel.postMessage(null)
  channel.close()
}

/** Runs `react` when another tab tells of `topic`. */
export function hearTabs(topic: Topic, react: () => void): () => void {
  const channel = new BroadcastChannel(topic)
  channel.addEventListener('message', react)
  return () => channel.close()
}
