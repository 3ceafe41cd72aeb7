/**
 * The scripts that run while a page is read, before there are modules. What they share with modules is put into them.
 */
import { READING_KEY } from '../components/shell/reading-aid.ts'
import { REGION_KEY } from '../lib/browser/remembered-region.ts'
import { HINT_COOKIE, HINT_VALUE } from '../lib/contract/account/hint-cookie.ts'

/** Pages that ask and answer, such as /documents, and files are not worth it. */
const READING_PAGES = [
  '/',
  '/pmanagement*',
  '/review*',
  '/information*',
  '/popular*',
  '/loan*',
  '/fund*',
  '/providerlist*',
  '/enterprise*',
]

/** Before the first paint: whether somebody is logged in, and how the reader wants to read. */
export const beforePaint = `document.documentElement.dataset.session = /\\b${HINT_COOKIE}=${HINT_VALUE}\\b/.test(document.cookie) ? 'in' : 'out'
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('${READING_KEY}')))
} catch {}
`

/** A page to read is its document alone: while somebody points at a link to one, the browser already fetches it. */
export const fetchAhead = JSON.stringify({
  prefetch: [{ where: { href_matches: READING_PAGES }, eagerness: 'moderate' }],
})

/** Behind the button that shows it: the region that was chosen. */
export const regionName = `try {
  document.querySelector('[data-region-name]').textContent = JSON.parse(localStorage.getItem('${REGION_KEY}')).name
} catch {}
`

/**
 * Before the first card of a page: who has answered, here or in the account, gets room for verdicts on the cards and the
 * script that shows them (`data-import`); everybody else loads nothing, and only hears of a first answer.
 */
export const answersAhead = `try {
  const { dataset } = document.documentElement
  const address = document.currentScript.dataset.import
  const start = () => {
    dataset.answers = ''
    import(address)
  }
  const kept = localStorage.getItem('answers')
  if (kept ? kept.includes('"answers":{"') : dataset.session === 'in') start()
  else new BroadcastChannel('answers').onmessage = start
} catch {}
`
