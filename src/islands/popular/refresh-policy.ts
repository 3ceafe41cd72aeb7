/** Puts today's values into the page of one popular policy: figure, title and window. */
import { formatPeriod } from '../../lib/rules/time/dates.ts'
import { readPolicy } from '../../lib/stores/popular.ts'
import { dayOf, refreshFigure, refreshWindow, setText, setWords } from './refresh-parts.ts'

export async function refreshPolicy(page: HTMLElement): Promise<void> {
  const policy = await readPolicy(Number(location.pathname.split('/')[2]))
  // A mark may stand behind the title.
  const title = page.querySelector('h1')?.firstChild
  if (title) setWords(title, policy.title)
  refreshFigure(page, policy)
  refreshWindow(page, policy, dayOf([policy]))
  setText(page, '[data-period]', formatPeriod(policy.window))
}
