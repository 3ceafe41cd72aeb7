import { showToast } from '../../islands/kit/toast.ts'
import { copyText } from '../../lib/browser/copy-text.ts'

export async function copyLink({ hash, title, textContent }: HTMLAnchorElement): Promise<void> {
  const address = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  if (await copyText(address + hash)) showToast(`已复制${title || textContent}的链接`)
  else showToast('复制失败，请从地址栏复制', 'error')
}
