/** Size of text, contrast and ground, as the reader wants them; `inline-scripts.ts` sets them on every later page. */

export const READING_KEY = 'reading'
/** Each is an attribute of the document while it is not the usual one. */
const CHOICES = ['size', 'contrast', 'ground'] as const

export function startReadingAid(): void {
  const aid = document.getElementById('reading-aid')
  if (!aid) return
  const { dataset } = document.documentElement
  let isChosen = false
  for (const name of CHOICES) {
    const radios = [...aid.querySelectorAll<HTMLInputElement>(`[name=reading-${name}]`)]
    // Who was quicker than this script has chosen already.
    if (radios.some((radio) => radio.checked !== radio.defaultChecked)) isChosen = true
    else for (const radio of radios) radio.checked = radio.value === (dataset[name] ?? '')
  }
  const keep = () => {
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
  }
  aid.addEventListener('change', keep)
  if (isChosen) keep()
}
