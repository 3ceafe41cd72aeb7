/** Apart from the window itself, which the script of every page has: only lists and the search filter. */
import { type ApplicationWindow, windowState } from './application-window.ts'

/**
 * The states by which lists and the search find a window: 即将截止 is a part of 申报中, for a person who asks for open
 * policies wants to see those that close soon, too (behaviour B10.3). @param today in China: 2026-11-22
 */
export function filterStates(window: ApplicationWindow, today: string): string[] {
  const { state } = windowState(window, today)
  return state === 'closing' ? ['open', 'closing'] : [state]
}
