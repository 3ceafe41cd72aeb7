/** The calendar that is chosen: a link that calendar programs open, and its address to copy. */
import { copyText } from '../../lib/browser/copy-text.ts'

export function startFeeds(): void {
  const form = document.querySelector<HTMLFormElement>('[data-calendar-form]')
  const choice = form?.querySelector('select')
  const link = form?.querySelector<HTMLAnchorElement>('[data-subscribe]')
  const address = form?.querySelector('[data-address]')
  const copy = form?.querySelector<HTMLButtonElement>('[data-copy]')
  const said = form?.querySelector('[data-said]')
  if (!form || !choice || !link || !address || !copy || !said) return

  function show(path: string): void {
    const { href } = new URL(path, location.href)
    address?.replaceChildren(href)
    said?.replaceChildren()
    if (link) link.href = href.replace(/^https?:/, 'webcal:')
  }
  choice.addEventListener('change', () => show(choice.value))
  copy.addEventListener('click', async () => {
    const done = await copyText(address.textContent ?? '')
    said.replaceChildren(done ? '已复制地址' : '复制失败，请选中地址复制')
  })
  copy.hidden = false
  // Set by the browser after a reload.
  show(choice.value)
}
