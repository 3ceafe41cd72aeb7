/**
 * Whether this page is made for a frame of another site (/embed/…). It stores and reads nothing on the device, and knows no
 * login: answers last as long as the page.
 */
export function isEmbedded(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset['layout'] === 'embed'
}
