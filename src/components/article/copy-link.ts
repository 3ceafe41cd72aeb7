/** Copies the address of an article, and shows a confirmation. */
export async function copyLink({ hash, title, textContent }: HTMLAnchorElement): Promise<void> {
  const address = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const done = await navigator.clipboard?.writeText(address + hash).then(
    () => true,
    () => false,
  )
  const said = document.querySelector('[data-said]')
  if (said) said.textContent = done ? `已复制${title || textContent}的链接` : '复制失败，请从地址栏复制'
}
