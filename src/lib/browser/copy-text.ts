/** False where the browser refuses: pages without HTTPS, or a person who said no. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies the address of an article of this page, and says so. */
export async function copyLink({ hash, title, textContent }: HTMLAnchorElement): Promise<void> {
  const address = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const done = await copyText(address + hash)
  const said = document.querySelector('[data-said]')
  if (said) said.textContent = done ? `已复制${title || textContent}的链接` : '复制失败，请从地址栏复制'
}
