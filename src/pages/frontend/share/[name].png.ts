import type { APIRoute, GetStaticPaths } from 'astro'
import { interpretations, news, originals } from '../../../lib/content/entries.ts'
import { drawShareImage } from '../../../lib/content/picture/share-image.tsx'
import { type ShareKind, shareImageName } from '../../../lib/content/share-image.ts'

type Props = { kind: ShareKind; theme: string | undefined }

export const getStaticPaths = (async () => {
  const shown = [
    ['policy', await interpretations()],
    ['original', await originals()],
    ['news', await news()],
  ] as const
  const wanted: Props[] = [
    ...(['site', 'provider', 'fund', 'loan'] as const).map((kind) => ({ kind, theme: undefined })),
    ...shown.flatMap(([kind, entries]) =>
      entries.map(({ data }) => ({ kind, theme: data.themes[0] as string | undefined })),
    ),
  ]
  const byName = new Map(wanted.map((props) => [shareImageName(props.kind, props.theme), props]))
  return [...byName].map(([name, props]) => ({ params: { name }, props }))
}) satisfies GetStaticPaths

export const GET: APIRoute<Props> = async ({ props }) =>
  new Response(new Uint8Array(await drawShareImage(props.kind, props.theme)), {
    headers: { 'Content-Type': 'image/png' },
  })
