/** 一图读懂 of each interpretation: as SVG for its page, as PNG to be passed on, and in words. */

import { CACHE_DIR } from 'astro:env/server'
import { join } from 'node:path'
import type { APIRoute, GetStaticPaths } from 'astro'
import { loadPicture } from '../../../lib/content/detail-pages.ts'
import { type InterpretationEntry, interpretations } from '../../../lib/content/entries.ts'
import { pngIn, svgOf } from '../../../lib/content/picture/draw.ts'
import { layOut } from '../../../lib/content/picture/layout.ts'
import { wordsMarkup } from '../../../lib/content/picture/picture.ts'

type Props = { entry: InterpretationEntry; form: 'svg' | 'png' | 'html' }

export const getStaticPaths = (async () =>
  (await interpretations()).flatMap((entry) =>
    (['svg', 'png', 'html'] as const).map((form) => ({
      params: { file: `${entry.data.id}.${form}` },
      props: { entry, form },
    })),
  )) satisfies GetStaticPaths

const keptPng = pngIn(join(CACHE_DIR, 'pictures'))

const TYPES = { svg: 'image/svg+xml', png: 'image/png', html: 'text/html; charset=utf-8' }

export const GET: APIRoute<Props> = async ({ props: { entry, form } }) => {
  const picture = await loadPicture(entry)
  const sheet = () => layOut(picture)
  const body =
    form === 'svg'
      ? svgOf(sheet())
      : form === 'html'
        ? wordsMarkup(picture)
        : new Uint8Array(await keptPng(`${entry.data.id}.png`, sheet()))
  return new Response(body, { headers: { 'Content-Type': TYPES[form] } })
}
