/** The store answers with an attachment, so the page stays. */
export function saveUrl(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
