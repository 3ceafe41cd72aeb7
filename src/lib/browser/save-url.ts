import { clickWithoutAsking } from './leaving.ts'

/** Downloads what a signed URL leads to. The store answers with an attachment, so the page stays. */
export function saveUrl(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  clickWithoutAsking(link)
}
