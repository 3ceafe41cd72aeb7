import { CACHE_DIR } from 'astro:env/server'
import { join } from 'node:path'
import type { APIRoute, GetStaticPaths } from 'astro'
import { drawPicture } from '../../../lib/content/detail-pages.ts'
import { type InterpretationEntry, interpretations } from '../../../lib/content/entries.ts'
import { pngIn } from '../../../lib/content/picture/draw.ts'

type Props = { entry: InterpretationEntry; isPng: boolean }

export const getStaticPaths = (async () =>
  (await interpretations()).flatMap((entry) => [
    { params: { file: `${entry.data.id}.svg` }, props: { entry, isPng: false } },
    { params: { file: `${entry.data.id}.png` }, props: { entry, isPng: true } },
  ])) satisfies GetStaticPaths

const keptPng = pngIn(join(CACHE_DIR, 'pictures'))

export const GET: APIRoute<Props> = async ({ props: { entry, isPng } }) => {
  const { sheet, drawn } = await drawPicture(entry)
  if (!isPng) return new Response(drawn.svg, { headers: { 'Content-Type': 'image/svg+xml' } })
  const png = await keptPng(`${entry.data.id}.png`, sheet, drawn)
  return new Response(new Uint8Array(png), { headers: { 'Content-Type': 'image/png' } })
}
