/** Fills values into the figures and states of the build. */
import type { GrantFigure } from '../../lib/rules/text/format-number.ts'
import {
  type ApplicationWindow,
  leftWords,
  overWords,
  windowState,
  windowWords,
} from '../../lib/rules/time/application-window.ts'
import { chinaDay, daysBetween } from '../../lib/rules/time/china-day.ts'
import { readWindow, writeWindow } from '../../lib/rules/time/window-use.ts'

/** Updates every state and every number of days left below `root`: the page may be a month old. */
export function refreshWindows(root: ParentNode): void {
  const today = chinaDay(new Date())
  for (const state of root.querySelectorAll<HTMLElement>('[data-window]'))
    fillState(state, readWindow(state.dataset['window'] ?? ''), today)
  for (const over of root.querySelectorAll<HTMLElement>('[data-over]'))
    over.textContent = overWords(readWindow(over.dataset['over'] ?? ''), today)
  for (const left of root.querySelectorAll<HTMLElement>('[data-closes]')) {
    const closes = left.dataset['closes'] ?? ''
    left.dataset['tone'] = windowState({ kind: 'dated', opens: null, closes }, today).state
    const words = leftWords(daysBetween(today, closes))
    for (const [place, part] of [...(left.parentElement?.children ?? [])].slice(0, words.length).entries()) {
      part.textContent = words[place] ?? ''
    }
  }
}

export function fillState(state: HTMLElement, window: ApplicationWindow, today: string): void {
  const { tone, label, detail } = windowWords(window, today)
  state.dataset['window'] = writeWindow(window)
  state.dataset['tone'] = tone
  const [word, rest] = state.children
  for (const [part, text] of [
    [word, label],
    [rest, detail],
  ] as const)
    if (part && part.textContent !== text) part.textContent = text
}

export function fillFigure(figure: HTMLElement, grant: GrantFigure): void {
  const { support, lead, from, change, number, unit, per, look } = grant
  if (support) figure.dataset['support'] = support
  else delete figure.dataset['support']
  const sum = part('span', look ? `sum ${look}` : 'sum')
  if (from)
    sum.append(
      part(
        's',
        '',
        part('span', 'visually-hidden', '由 '),
        from,
        part('span', 'visually-hidden', `${unit} ${change} `),
      ),
    )
  sum.append(part('b', '', number))
  if (unit) sum.append(part('i', '', unit))
  if (per) sum.append(part('small', '', `／${per}`))
  figure.replaceChildren(...(lead ? [part('span', 'lead', lead)] : []), sum)
}

function part(name: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...content)
  return made
}
