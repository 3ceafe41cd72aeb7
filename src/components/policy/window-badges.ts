import { windowWords } from '../../lib/rules/time/application-window.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { readWindow } from '../../lib/rules/time/window-use.ts'

/** Rewrites every window badge below `root` for today: a page may have been built a month ago. */
export function refreshWindows(root: ParentNode): void {
  const today = chinaDay(new Date())
  for (const badge of root.querySelectorAll<HTMLElement>('[data-window]')) {
    const words = windowWords(readWindow(badge.dataset['window'] ?? ''), today)
    badge.dataset['tone'] = words.tone
    setText(badge, '.window-label', words.label)
    setText(badge, '.window-detail', words.detail)
  }
}

function setText(root: ParentNode, selector: string, text: string): void {
  const element = root.querySelector(selector)
  if (element && element.textContent !== text) element.textContent = text
}
