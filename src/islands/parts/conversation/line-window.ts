/** Which lines of a long dialogue are in the page, and what of it has not been in view. */
import type { ChatLine } from './chat-line.ts'

/** So many lines are in the page, and by so many the window over them moves. */
export const WINDOW = 200
export const STEP = 100

/** How many lines there are up to the last one in the page. @param bottom its key; null, or gone: the last there is */
export function endOf(lines: readonly ChatLine[], bottom: string | null): number {
  const index = lines.findLastIndex(({ key }) => key === bottom)
  return index === -1 ? lines.length : index + 1
}

/** Lines of the other side behind the last one that was seen. A line that is gone tells nothing of what follows it. */
export function countOthers(lines: readonly ChatLine[], seen: string | undefined): number {
  const index = lines.findLastIndex(({ key }) => key === seen)
  return index === -1 ? 0 : lines.slice(index + 1).filter(({ own }) => !own).length
}
