/** Puts today's values of a policy into the places that the build made for them. */
import type { Subsidy } from '../../lib/contract/policies/subsidy.ts'
import { amountFigure } from '../../lib/rules/text/format-number.ts'
import { windowWords } from '../../lib/rules/time/application-window.ts'
import { addDays, chinaDay } from '../../lib/rules/time/china-day.ts'

/** The day of the answer, in China; of the device, whose clock may be wrong, only where no window tells it. */
export function dayOf(policies: Iterable<Subsidy>): string {
  for (const { window, days_left } of policies) {
    if (window.kind === 'dated' && days_left !== null) return addDays(window.closes, -days_left)
  }
  return chinaDay(new Date())
}

/** A part for which the build made no place goes into the next one. */
export function refreshFigure(row: HTMLElement, policy: Subsidy): void {
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

export function refreshWindow(row: HTMLElement, { window }: Subsidy, today: string): void {
  const badge = row.querySelector<HTMLElement>('[data-window]')
  if (!badge) return
  const { tone, label, detail } = windowWords(window, today)
  badge.dataset['window'] = window.kind === 'dated' ? `${window.opens ?? ''}/${window.closes}` : window.kind
  badge.dataset['tone'] = tone
  setText(badge, '.window-label', label)
  setText(badge, '.window-detail', detail)
}

export function setText(root: ParentNode, selector: string, text: string): void {
  const place = root.querySelector(selector)
  if (place) setWords(place, text)
}

export function setWords(place: Node, text: string): void {
  if (place.textContent !== text) place.textContent = text
}
