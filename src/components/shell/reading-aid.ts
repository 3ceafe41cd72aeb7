/** Size of text and contrast, as the reader wants them; `before-paint.js` sets them on every later page. */

const KEY = 'reading'

export function startReadingAid(): void {
  const aid = document.getElementById('reading-aid')
  const { dataset } = document.documentElement
  const pick = (name: string, value: string | undefined) => {
    const radio = aid?.querySelector<HTMLInputElement>(`[name=reading-${name}][value="${value ?? ''}"]`)
    if (radio) radio.checked = true
  }
  pick('size', dataset['size'])
  pick('contrast', dataset['contrast'])
  aid?.addEventListener('change', () => {
    const chosen = (name: string) =>
      aid.querySelector<HTMLInputElement>(`[name=reading-${name}]:checked`)?.value ?? ''
    const [size, contrast] = [chosen('size'), chosen('contrast')]
    show('size', size)
    show('contrast', contrast)
    try {
      localStorage.setItem(KEY, `${size} ${contrast}`)
    } catch {
      // The choice then holds for this page only.
    }
  })
}

function show(name: 'size' | 'contrast', value: string): void {
  if (value) document.documentElement.dataset[name] = value
  else delete document.documentElement.dataset[name]
}
