/** The reader's text size, contrast and background, and the 长辈版; `Document.astro` sets them on every later page. */
import sheet from '../elder/elder.css?url'

export const READING_KEY = 'reading'
export const ELDER_SHEET = `<link rel=stylesheet href=${sheet}>`
/** Each is an attribute of the document, empty by default. */
const CHOICES = ['size', 'contrast', 'ground'] as const
/** Defaults of the 长辈版, unless the reader has chosen more. */
const ELDER = { size: 'large', contrast: 'high' } as const

let heard: HTMLElement | undefined

export function answerReader(pressed: HTMLElement): void {
  const aid = document.getElementById('reading-aid') as HTMLElement
  if (heard !== aid) hear(aid)
  heard = aid
  const { readingAid } = pressed.dataset
  if (readingAid === 'elder') switchElder(aid)
  if (readingAid === 'more') showMore(pressed)
}

function hear(aid: HTMLElement): void {
  const { dataset } = document.documentElement
  let isChosen = false
  for (const name of CHOICES) {
    const radios = radiosOf(aid, name)
    if (radios.some((radio) => radio.checked !== radio.defaultChecked)) isChosen = true
    else for (const radio of radios) radio.checked = radio.value === (dataset[name] ?? '')
  }
  aid.addEventListener('change', () => keep(aid))
  if (isChosen) keep(aid)
}

function radiosOf(aid: HTMLElement, name: string): HTMLInputElement[] {
  return [...aid.querySelectorAll<HTMLInputElement>(`[name=reading-${name}]`)]
}

function keep(aid: HTMLElement): void {
  const { dataset } = document.documentElement
  for (const name of CHOICES) dataset[name] = radiosOf(aid, name).find(({ checked }) => checked)?.value ?? ''
  const { size, contrast, ground, elder } = dataset
  try {
    localStorage.setItem(READING_KEY, JSON.stringify({ size, contrast, ground, elder }))
  } catch {
    // The choice then lasts for this page only.
  }
}

/** Switches to the 长辈版 or back. */
function switchElder(aid: HTMLElement): void {
  const { dataset } = document.documentElement
  const isOn = dataset['elder'] !== 'on'
  dataset['elder'] = isOn ? 'on' : ''
  for (const name of ['size', 'contrast'] as const) {
    const value = isOn ? dataset[name] || ELDER[name] : ''
    for (const radio of radiosOf(aid, name)) radio.checked = radio.value === value
  }
  keep(aid)
  if (aid.matches(':popover-open')) aid.hidePopover()
  // Prerendered pages are those of the other version.
  document.querySelector('script[type=speculationrules]')?.remove()
  scrollTo(0, 0)
  const find = () => document.querySelector<HTMLLinkElement>(`[href="${sheet}"]`)
  if (!find()) document.head.insertAdjacentHTML('beforeend', ELDER_SHEET)
  const link = find() as HTMLLinkElement
  // The pressed element is gone: moves the focus to the way back, once visible.
  if (!isOn) document.querySelector<HTMLElement>('main')?.focus()
  else if (link.sheet) focusWayBack()
  else link.onload = focusWayBack
}

function focusWayBack(): void {
  document.querySelector<HTMLElement>('.elder-bar button')?.focus()
}

function showMore(button: HTMLElement): void {
  const isMore = document.documentElement.toggleAttribute('data-more')
  button.setAttribute('aria-expanded', String(isMore))
  button.textContent = isMore ? '收起' : '显示更多'
}
