/** Size of text, contrast and ground, as the reader wants them; `inline-scripts.ts` sets them on every later page. */

export const READING_KEY = 'reading'
/** Each is an attribute of the document while it is not the usual one. */
const CHOICES = ['size', 'contrast', 'ground'] as const

export function startReadingAid(): void {
  const aid = document.getElementById('reading-aid')
  const { dataset } = document.documentElement
  for (const name of CHOICES) {
    const radio = aid?.querySelector<HTMLInputElement>(
      `[name=reading-${name}][value="${dataset[name] ?? ''}"]`,
    )
    if (radio) radio.checked = true
  }
  aid?.addEventListener('change', () => {
    for (const name of CHOICES) {
      const chosen = aid.querySelector<HTMLInputElement>(`[name=reading-${name}]:checked`)?.value
      if (chosen) dataset[name] = chosen
      else delete dataset[name]
    }
    const { size, contrast, ground } = dataset
    try {
      localStorage.setItem(READING_KEY, JSON.stringify({ size, contrast, ground }))
    } catch {
      // The choice then holds for this page only.
    }
  })
}
