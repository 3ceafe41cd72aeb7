import { fillFigure, fillState } from '../../components/policy/fill-row.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { markText, type Needles } from '../../lib/stores/search/marks.ts'
import { deepenExcerpt, type FoundItem, type SearchResults } from '../../lib/stores/search/search.ts'
import { element } from './element.ts'

const FOLDERS: Record<string, string> = { 政策解读: '/pmanagement/', 政策资讯: '/information/consultation/' }

let watcher: IntersectionObserver | undefined

interface Stretch {
  from: number
  to?: number
}

/** Shows a range of the results; 0 restarts the list, later ones are appended. */
export function showResults(
  root: HTMLElement,
  list: HTMLElement,
  { items, needles }: SearchResults,
  { from, to = items.length }: Stretch,
): void {
  const template = root.querySelector('[data-result-template]') as HTMLTemplateElement
  const shown = items.slice(from, to).map((item) => ({ item, row: makeRow(template, item, needles) }))
  const rows = shown.map(({ row }) => row)
  if (from > 0) list.append(...rows)
  else {
    list.replaceChildren(...rows)
    watcher?.disconnect()
    watcher = deepenInView(needles)
  }
  for (const { item, row } of shown) {
    if (!item.shallow || isMarked(item.result.title, needles)) continue
    shallow.set(row, item)
    watcher?.observe(row)
  }
}

const shallow = new WeakMap<Element, FoundItem>()

/** In a long document the better excerpt is searched only when it scrolls into view, so that nothing waits for it. */
function deepenInView(needles: Needles): IntersectionObserver {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const item = shallow.get(target)
      if (!isIntersecting || !item) continue
      observer.unobserve(target)
      deepenExcerpt(item, needles).then(
        (excerpt) => excerpt && showMarked(part(target, 'excerpt'), excerpt, needles),
        // The first excerpt stays: it is correct, only less informative.
        (error: unknown) => console.warn(error),
      )
    }
  })
  return observer
}

function makeRow(template: HTMLTemplateElement, item: FoundItem, needles: Needles): HTMLElement {
  const { facts, result } = item
  const row = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
  const link = element('a', { href: result.page ?? `${FOLDERS[facts.kind] ?? '/review/'}${result.id}` })
  part(row, 'title').replaceWith(link)
  showMarked(link, result.title, needles)
  part(row, 'marks').replaceChildren(
    ...(result.marks ?? []).flatMap((mark) => [' ', element('span', { class: 'mark' }, mark)]),
  )
  const meta = [result.place, result.from, result.number, result.figure && facts.day]
    .filter(Boolean)
    .join(' · ')
  showMarked(part(row, 'meta'), meta, needles)
  showMarked(part(row, 'excerpt'), sayingOf(item, needles), needles)
  const figure = row.querySelector('.figure') as HTMLElement
  const state = row.querySelector('.state') as HTMLElement
  const known = row.querySelector('.known') as HTMLElement
  if (result.figure) {
    known.remove()
    fillFigure(figure, result.figure)
    fillState(state, facts.window ?? { kind: 'unknown' }, chinaDay(new Date()))
    part(row, 'verdict').dataset['verdict'] = String(result.id)
  } else {
    for (const place of [figure, state, part(row, 'verdict')]) place.remove()
    part(row, 'day').textContent = facts.day
    part(row, 'kind').textContent = facts.kind
  }
  showStar(part(row, 'follow'), result)
  return row
}

function part(row: Element, name: string): HTMLElement {
  return row.querySelector(`[data-${name}]`) as HTMLElement
}

function showMarked(place: HTMLElement, text: string, needles: Needles): void {
  place.replaceChildren(
    ...markText(text, needles).map((stretch) =>
      stretch.marked ? element('mark', {}, stretch.text) : stretch.text,
    ),
  )
}

function sayingOf({ result: { title, full = '', gist = '' }, excerpt }: FoundItem, needles: Needles): string {
  if (isMarked(title, needles)) return gist || excerpt
  return isMarked(full, needles) ? full : excerpt || gist
}

function isMarked(text: string, needles: Needles): boolean {
  return markText(text, needles).some(({ marked }) => marked)
}

function showStar(star: HTMLElement, { policy, title }: FoundItem['result']): void {
  if (policy === undefined) star.remove()
  else {
    star.dataset['follow'] = String(policy)
    star.setAttribute('aria-label', `关注：${title}`)
  }
}
