/** /compare: the address is the state. */
import { offerUndo } from '../../islands/kit/toast.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import type { Titled } from '../../lib/contract/policies/rule-files.ts'
import { normalizeText } from '../../lib/rules/search/filters.ts'
import { refreshWindows } from '../policy/fill-row.ts'
import { COMPARED_AT_MOST, compareList, compareQuery, keepIds, keptIds } from './compare-list.ts'

const SUGGESTED = 8

export function startCompare(page: HTMLElement): void {
  const find = <E extends HTMLElement>(name: string) => page.querySelector<E>(`[data-${name}]`) as E
  const table = find<HTMLTableElement>('table')
  const said = find('said')
  const input = find<HTMLInputElement>('add')
  const found = find('found')
  let ids: number[] = []
  let titles: Promise<readonly Titled[]> | undefined

  async function show(wanted: readonly number[], note = ''): Promise<void> {
    page.setAttribute('aria-busy', 'true')
    try {
      const read = await Promise.all(wanted.map(readOne))
      const columns = read.filter((column) => column !== undefined)
      const missing = wanted.length - columns.length
      ids = columns.map(({ id }) => id)
      keepIds(ids)
      fillTable(table, columns, (id) => change(ids.filter((other) => other !== id)))
      refreshWindows(table)
      find('result').hidden = ids.length === 0
      find('empty').hidden = ids.length > 0
      const gone = missing > 0 ? `有 ${missing} 项政策不存在或已下线，未列出。` : ''
      said.textContent = `${ids.length > 0 ? `正在对比 ${ids.length} 项政策。` : ''}${note}${gone}`
    } catch (error) {
      console.error(error)
      said.textContent = '加载失败，请检查网络后刷新页面。'
    } finally {
      page.removeAttribute('aria-busy')
    }
  }

  function change(wanted: number[], note?: string): void {
    history.pushState(null, '', location.pathname + compareQuery(wanted))
    show(wanted, note)
  }

  function add(id: number): void {
    input.value = ''
    found.replaceChildren()
    if (ids.includes(id)) said.textContent = '该政策已在对比列表中。'
    else if (ids.length >= COMPARED_AT_MOST)
      said.textContent = `最多对比 ${COMPARED_AT_MOST} 项，请先移除一项。`
    else change([...ids, id])
    input.focus()
  }

  async function suggest(): Promise<void> {
    titles ??= fetch('/frontend/data/rules/titles.json').then((answer) => answer.json())
    const words = normalizeText(input.value).split(/\s+/).filter(Boolean)
    const all = await titles
    const fit = all.filter(({ name, title = '' }) => {
      const text = normalizeText(`${name} ${title}`)
      return words.every((word) => text.includes(word))
    })
    found.replaceChildren(...(words.length === 0 ? [] : fit.slice(0, SUGGESTED).map(option)))
    if (words.length > 0 && fit.length === 0) said.textContent = '没有找到，请换更短的词。'
  }

  function option({ id, name }: Titled): HTMLElement {
    const item = document.createElement('li')
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = name
    button.addEventListener('click', () => add(id))
    item.append(button)
    return item
  }

  function showAddress(): void {
    const { ids: wanted, left } = compareList(location.search, keptIds())
    const address = compareQuery(wanted)
    if (location.search !== address) history.replaceState(null, '', location.pathname + address)
    show(wanted, left.length > 0 ? `最多对比 ${COMPARED_AT_MOST} 项，另外 ${left.length} 项未列出。` : '')
  }

  const suggestNow = () => suggest().catch((error: unknown) => console.error(error))
  input.addEventListener('input', suggestNow)
  // Typed before the script loaded.
  if (input.value !== '') suggestNow()
  const only = find<HTMLInputElement>('only')
  const showOnly = () => table.toggleAttribute('data-only-different', only.checked)
  only.addEventListener('change', showOnly)
  showOnly()
  find('clear').addEventListener('click', () => {
    const before = ids
    change([])
    offerUndo('已移除全部政策', () => change(before))
  })
  find('copy').addEventListener('click', async () => {
    const done = await copyText(location.href)
    said.textContent = done ? '已复制链接，对方打开即可查看这份对比。' : '复制失败，请从地址栏复制。'
  })
  addEventListener('popstate', showAddress)
  showAddress()
}

const read = new Map<number, Column>()

async function readOne(id: number): Promise<Column | undefined> {
  const known = read.get(id)
  if (known) return known
  const answer = await fetch(`/frontend/compare/${id}`)
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`/frontend/compare/${id}: HTTP ${answer.status}`)
  const column = readColumn(id, await answer.text())
  read.set(id, column)
  return column
}

interface Column {
  id: number
  title: HTMLElement
  cells: Map<string, HTMLElement>
}

function readColumn(id: number, html: string): Column {
  const template = document.createElement('template')
  template.innerHTML = html
  const cells = [...template.content.querySelectorAll<HTMLElement>('[data-cell]')]
  const [title, ...rest] = cells
  if (!title) throw new Error(`column ${id} is empty`)
  return { id, title, cells: new Map(rest.map((cell) => [cell.dataset['cell'] ?? '', cell])) }
}

/** Joins the columns; rows that all of them share are less prominent. */
function fillTable(table: HTMLTableElement, columns: Column[], remove: (id: number) => void): void {
  table.style.setProperty('--columns', String(columns.length))
  const head = document.createElement('tr')
  const corner = document.createElement('td')
  head.append(corner, ...columns.map((column) => titleCell(column, remove)))
  const names = [...(columns[0]?.cells.keys() ?? [])]
  table.tHead?.replaceChildren(head)
  table.tBodies[0]?.replaceChildren(...names.map((name) => row(name, columns)))
}

function titleCell({ id, title }: Column, remove: (id: number) => void): HTMLElement {
  const cell = title.cloneNode(true) as HTMLElement
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '移除'
  button.setAttribute('aria-label', `移除：${title.textContent?.trim()}`)
  button.addEventListener('click', () => remove(id))
  cell.append(button)
  return cell
}

function row(name: string, columns: Column[]): HTMLElement {
  const cells = columns.map(({ cells: all }) => all.get(name)?.cloneNode(true) as HTMLElement)
  const line = document.createElement('tr')
  const head = document.createElement('th')
  head.scope = 'row'
  head.textContent = name
  // Results of saved answers arrive later: such rows count as different.
  const isPersonal = cells.some((cell) => cell.querySelector('[data-verdict], [data-worth]'))
  const differs = isPersonal
    ? document.documentElement.dataset['answers'] !== undefined
    : new Set(cells.map(textOf)).size > 1
  if (columns.length > 1) {
    line.dataset['differs'] = String(differs)
    if (differs) markShared(cells)
  }
  line.append(head, ...cells)
  return line
}

/** Makes entries that all policies share less prominent in lists, to show the differences. */
function markShared(cells: HTMLElement[]): void {
  const lists = cells.map((cell) => [...cell.querySelectorAll('li')])
  const texts = lists.map((items) => new Set(items.map(textOf)))
  for (const item of lists.flat()) {
    if (texts.every((known) => known.has(textOf(item)))) item.dataset['shared'] = ''
  }
}

function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}
