/** The table of a comparison, put together from columns; what differs is marked by word, not by colour alone. */

export interface Column {
  id: number
  title: HTMLElement
  /** By the name of the row. */
  cells: Map<string, HTMLElement>
}

/** Reads one column from its partial page. */
export function readColumn(id: number, html: string): Column {
  const template = document.createElement('template')
  template.innerHTML = html
  const cells = [...template.content.querySelectorAll<HTMLElement>('[data-cell]')]
  const [title, ...rest] = cells
  if (!title) throw new Error(`column ${id} is empty`)
  return { id, title, cells: new Map(rest.map((cell) => [cell.dataset['cell'] ?? '', cell])) }
}

export function fillTable(table: HTMLTableElement, columns: Column[], remove: (id: number) => void): void {
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
  const differs = new Set(cells.map(textOf)).size > 1
  if (columns.length > 1) {
    line.dataset['differs'] = String(differs)
    const mark = document.createElement('span')
    mark.textContent = differs ? '不同' : '相同'
    head.append(mark)
    if (differs) markShared(cells)
  }
  line.append(head, ...cells)
  return line
}

/** In lists, entries that all policies share are less prominent, so that the differences are seen. */
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
