import { type ApplicationWindow, windowWords } from '../../lib/rules/time/application-window.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'

/** Rewrites every window badge below `root` for today: a page may have been built a month ago. */
export function refreshWindows(root: ParentNode): void {
  const today = chinaDay(new Date())
  for (const badge of root.querySelectorAll<HTMLElement>('[data-window]')) {
    const words = windowWords(readWindow(badge), today)
    badge.dataset['tone'] = words.tone
    setText(badge, '.window-label', words.label)
    setText(badge, '.window-detail', words.detail)
  }
}

/** The window that a badge was rendered from: `rolling`, `unknown` or `opens/closes`. */
export function readWindow(badge: HTMLElement): ApplicationWindow {
  const written = badge.dataset['window'] ?? ''
  if (written === 'rolling' || written === 'unknown') return { kind: written }
  const [opens, closes = ''] = written.split('/')
  return { kind: 'dated', opens: opens || null, closes }
}

function setText(root: ParentNode, selector: string, text: string): void {
  const element = root.querySelector(selector)
  if (element && element.textContent !== text) element.textContent = text
}
