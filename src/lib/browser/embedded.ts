/**
 * Whether this page is made to stand in somebody else's (/embed/…). It keeps nothing on the device, reads nothing there,
 * and knows no login: what is answered is gone with the page.
 */
export function isEmbedded(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset['layout'] === 'embed'
}
