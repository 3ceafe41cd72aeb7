/** Placeholders until the operator has QR codes: put those into `public/` and name them in `src/site.ts`. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { renderSVG } from 'uqr'
import { lightColour } from '../../../lib/content/token-colours.ts'

const LABELS = { account: '公众号', service: '客服微信', trial: '免费试用' }

export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(LABELS).map(([name, label]) => ({ params: { name }, props: { label } }))

export const GET: APIRoute = ({ props }) => {
  // Readable although the mark covers its middle.
  const code = renderSVG(`示例：${props['label']}`, {
    ecc: 'H',
    border: 2,
    pixelSize: 1,
    blackColor: lightColour('ink'),
  })
  const side = Number(/viewBox="0 0 (\d+)/.exec(code)?.[1])
  const mark = `<rect x="${side / 2 - 4.5}" y="${side / 2 - 2}" width="9" height="4" fill="#fff"/><text x="${side / 2}" y="${side / 2 + 1.1}" font-size="3" text-anchor="middle" font-family="sans-serif" fill="${lightColour('ink')}">示例</text>`
  return new Response(code.replace('</svg>', `${mark}</svg>`), {
    headers: { 'Content-Type': 'image/svg+xml' },
  })
}
