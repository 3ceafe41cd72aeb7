/** Copies the address of the page, or of one of its articles, and says so. */

/** @param hash of the article, or '' for the page; `what` is how the person calls it */
export async function copyLink(hash: string, what: string): Promise<void> {
  const address = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const done = await navigator.clipboard?.writeText(address + hash).then(
    () => true,
    () => false,
  )
  const said = document.querySelector('[data-said]')
  if (said) said.textContent = done ? `已复制${what}` : '没有复制成功，请从地址栏复制'
}
