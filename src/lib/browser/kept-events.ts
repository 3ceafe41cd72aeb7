import { isKeyOf, type KeptName } from './kept/kept-keys.ts'
import { hearTabs, type Topic } from './page-events.ts'

/**
 * Runs `react` when another tab tells of `topic` and has changed what is kept under `name`. The word may arrive before
 * the change can be read here; the browser's own event comes after it, so `react` may run twice.
 */
export function hearKept(topic: Topic, name: KeptName, react: () => void): () => void {
  const deaf = hearTabs(topic, react)
  const page = document.defaultView
  const hear = ({ key }: { key: string | null }) => {
    if (key === null || isKeyOf(name, key)) react()
  }
  page?.addEventListener('storage', hear)
  return () => {
    deaf()
    page?.removeEventListener('storage', hear)
  }
}
