/** Puts today's values where the build put its own. */
import type { Subsidy } from '../../lib/contract/policies/subsidy.ts'
import { amountFigure } from '../../lib/rules/text/format-number.ts'
import { windowWords } from '../../lib/rules/time/application-window.ts'
import { addDays, chinaDay } from '../../lib/rules/time/china-day.ts'
import { formatPeriod } from '../../lib/rules/time/dates.ts'
import { writeWindow } from '../../lib/rules/time/window-use.ts'
import { readPolicy, readPopular } from '../../lib/stores/popular.ts'

/** Throws when today's values cannot be read; the page then stays as built. */
export function refreshPopular(place: HTMLElement): Promise<void> {
  return 'popular' in place.dataset ? refreshList(place) : refreshPolicy(place)
}

/** Puts today's values into rows that were built: figure, title and window. No row comes, goes or changes its place. */
async function refreshList(list: HTMLElement): Promise<void> {
  const rows = rowsOf(list)
  const found = await readPopular([...rows.keys()])
  const today = dayOf(found.values())
  for (const [id, row] of rows) {
    const policy = found.get(id)
    if (policy) refreshRow(row, policy, today)
  }
}

/** By the page ids to which they lead. */
function rowsOf(list: HTMLElement): Map<number, HTMLElement> {
  const rows = new Map<number, HTMLElement>()
  for (const link of list.querySelectorAll<HTMLAnchorElement>('h3 a')) {
    const row = link.closest('li')
    if (row) rows.set(Number(link.href.split('/').at(-1)), row)
  }
  return rows
}

function refreshRow(row: HTMLElement, policy: Subsidy, today: string): void {
  // A row that can be seen stays, even if its policy has closed since.
  if (row.checkVisibility?.() ?? true) row.dataset['kept'] = ''
  setText(row, 'h3 a', policy.title)
  refreshFigure(row, policy)
  refreshWindow(row, policy, today)
}

/** Puts today's values into the page of one popular policy: figure, title and window. */
async function refreshPolicy(page: HTMLElement): Promise<void> {
  const policy = await readPolicy(Number(location.pathname.split('/')[2]))
  // A mark may stand behind the title.
  const title = page.querySelector('h1')?.firstChild
  if (title) setWords(title, policy.title)
  refreshFigure(page, policy)
  refreshWindow(page, policy, dayOf([policy]))
  setText(page, '[data-period]', formatPeriod(policy.window))
}

/** Today in China by the answer; by the device's clock, which may be wrong, only if no window tells the day. */
function dayOf(policies: Iterable<Subsidy>): string {
  for (const { window, days_left } of policies) {
    if (window.kind === 'dated' && days_left !== null) return addDays(window.closes, -days_left)
  }
  return chinaDay(new Date())
}

/** Text for which the build made no element goes into the next element. */
function refreshFigure(row: HTMLElement, policy: Subsidy): void {
  const [lead, number, unit] = ['.lead', 'b', '.unit'].map((part) => row.querySelector(`.figure ${part}`))
  const words = figureWords(policy)
  const shown = lead ? words.number : words.lead + words.number
  if (lead) setWords(lead, words.lead)
  if (number && unit) setWords(unit, words.unit)
  const isAlone = !number || !unit
  const place = number ?? unit
  if (place) setWords(place, isAlone && words.unit ? `${shown} ${words.unit}` : shown)
  number?.classList.toggle('long', words.number.length > 5)
}

function figureWords({ amount, headline, support }: Subsidy) {
  if (!amount) return { lead: '', number: headline ?? support ?? '金额见正文', unit: '' }
  const { number, unit } = amountFigure(amount)
  return { lead: amount.lead ?? '', number, unit: amount.per ? `${unit}／${amount.per}` : unit }
}

function refreshWindow(row: HTMLElement, { window }: Subsidy, today: string): void {
  const badge = row.querySelector<HTMLElement>('[data-window]')
  if (!badge) return
  const { tone, label, detail } = windowWords(window, today)
  badge.dataset['window'] = writeWindow(window)
  badge.dataset['tone'] = tone
  setText(badge, '.window-label', label)
  setText(badge, '.window-detail', detail)
}

function setText(root: ParentNode, selector: string, text: string): void {
  const place = root.querySelector(selector)
  if (place) setWords(place, text)
}

function setWords(place: Node, text: string): void {
  if (place.textContent !== text) place.textContent = text
}
