/**
 * The scripts that run while a page is read, before there are modules. What they share with modules is put into them.
 */
import { ELDER_SHEET, READING_KEY } from '../components/shell/reading-aid.ts'
import { NATIONWIDE, REGION_KEY } from '../lib/browser/remembered-region.ts'
import { checkSession } from '../lib/contract/account/customer.ts'
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

/** At once, and again on a page that was made ahead when somebody comes to it: what the browser keeps may be another. */
const nowAndWhenSeen = (body: string) => `{
  const look = () => {
    try {
      ${body}
    } catch {}
  }
  look()
  document.addEventListener('prerenderingchange', look)
}
`

/** Before the first paint: whether somebody is logged in, and how the reader wants to read. */
const beforePaint = (
  more = '',
) => `document.documentElement.dataset.session = /\\b${HINT_COOKIE}=${HINT_VALUE}\\b/.test(document.cookie) ? 'in' : 'out'
${nowAndWhenSeen(`Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('${READING_KEY}')))${more}`)}`

/** What the parser writes into the head is there before the first paint; later it would empty the page. */
const elderAhead = `
      if (document.documentElement.dataset.elder && !document.body) document.write('${ELDER_SHEET}')`

export const deskAhead = beforePaint()
export const readerAhead = beforePaint(elderAhead)

/** Of a page in another site's, which says by its address whether it should be light or dark (rules/embed.ts). */
export const groundAhead = `document.documentElement.dataset.ground = /[?&]ground=(light|dark)(&|$)/.exec(location.search)?.[1] ?? ''`

/**
 * A page to read is its document alone: while somebody points at a link to one, the browser already makes it ready. Its
 * scripts (page-heads.ts) and islands (intent-directive.ts) begin when it is looked at.
 */
export const makeAhead = JSON.stringify({
  prerender: [{ where: { href_matches: READING_PAGES }, eagerness: 'moderate' }],
})

/** Who is logged in, asked before the island is there that asks it: the browser hands it the answer. */
export const sessionAhead = `if (document.documentElement.dataset.session === 'in') {
  const ahead = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: '${checkSession.path}' }
  document.head.append(Object.assign(document.createElement('link'), ahead))
}`

/** Behind the button that shows it: the region that was chosen. */
export const regionName = nowAndWhenSeen(
  `document.querySelector('[data-region-name]').textContent = (JSON.parse(localStorage.getItem('${REGION_KEY}')) || { name: '${NATIONWIDE.name}' }).name`,
)
