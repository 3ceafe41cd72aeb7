/**
 * The scripts that run while a page is read, before there are modules: the content security policy admits each by its
 * hash, which `astro.config.mjs` takes from here. What they share with modules is put into them.
 */
import { READING_KEY } from '../components/shell/reading-aid.ts'
import { REGION_KEY } from '../lib/browser/remembered-region.ts'
import { HINT_COOKIE, HINT_VALUE } from '../lib/contract/account/hint-cookie.ts'

/** Before the first paint: whether somebody is logged in, and how the reader wants to read. */
export const beforePaint = `document.documentElement.dataset.session = /(^|; )${HINT_COOKIE}=${HINT_VALUE}(;|$)/.test(document.cookie) ? 'in' : 'out'
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('${READING_KEY}')))
} catch {}
`

/** Behind the button that shows it: the region that was chosen. */
export const regionName = `try {
  document.querySelector('[data-region-name]').textContent = JSON.parse(localStorage.getItem('${REGION_KEY}')).name
} catch {}
`
