/** Suggestions below the home page's search: matching policies with their deadlines, while typing. */
import { fillState } from '../../components/policy/fill-row.ts'
import { latest } from '../../lib/browser/latest.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { loadLibrary } from '../../lib/stores/search/data.ts'
import { type FoundItem, lookAhead } from '../../lib/stores/search/search.ts'
import { element } from './element.ts'

/** As many as fit above a phone's keyboard. */
const SHOWN = 4
const TOLD_AFTER_MS = 1000

export function suggest(form: HTMLFormElement): void {
  const box = form.elements.namedItem('q') as HTMLInputElement
  const list = element('ul', { 'aria-label': '找到的政策', hidden: '' })
  const said = element('p', { class: 'visually-hidden', role: 'status' })
  form.append(list, said)
  const asking = latest()

  function show(items: readonly FoundItem[]): void {
    list.replaceChildren(...items.map((item) => makeRow(form, item)))
    list.hidden = items.length === 0
    said.textContent = items.length === 0 ? '' : `找到 ${items.length} 项政策，按 Tab 键选择`
  }

  function tell(text: string, ...more: Element[]): void {
    list.replaceChildren(element('li', { class: 'told' }, text, ...more))
    list.hidden = false
    said.textContent = text
  }

  async function look(): Promise<void> {
    const isLatest = asking.begin()
    const typed = box.value.trim()
    if (typed === '') return show([])
    const timer = setTimeout(() => isLatest() && tell('正在查找政策…'), TOLD_AFTER_MS)
    const found = await lookAhead(typed)
    clearTimeout(timer)
    if (!isLatest()) return
    if (typeof found !== 'string')
      return show(found.items.filter(({ result }) => result.figure).slice(0, SHOWN))
    const again = element('button', { type: 'button', class: 'link' }, '重试')
    again.addEventListener('click', look)
    tell(`查找失败：${found} `, again)
  }

  function end(): void {
    asking.begin()
    show([])
  }

  // Text under input-method composition is no word yet.
  box.addEventListener('input', (event) => (event as InputEvent).isComposing || look())
  box.addEventListener('compositionend', look)
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || list.hidden) return
    // Otherwise the browser also empties the field.
    event.preventDefault()
    box.focus()
    end()
  })
  for (const type of ['pointerdown', 'focusin'])
    document.addEventListener(type, ({ target }) => form.contains(target as Node) || end())
  loadLibrary().catch(() => undefined)
  look()
}

function makeRow(form: HTMLFormElement, { facts, result }: FoundItem): Element {
  const { content } = form.querySelector('template') as HTMLTemplateElement
  const row = (content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
  const name = row.querySelector('[data-name]') as HTMLElement
  name.textContent = result.title
  row.querySelector('a')?.setAttribute('href', `/pmanagement/${result.id}`)
  fillState(
    row.querySelector('.state') as HTMLElement,
    facts.window ?? { kind: 'unknown' },
    chinaDay(new Date()),
  )
  return row
}
