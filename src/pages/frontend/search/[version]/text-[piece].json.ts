/** A further piece of a long document's text, in which the words of a search are looked for. */
import type { APIRoute } from 'astro'
import { builtSearch } from '../../../../lib/content/search/built-search.ts'

export async function getStaticPaths() {
  const { file, pieces } = await builtSearch()
  return pieces.flatMap((texts, document) =>
    texts.map((text, index) => ({
      params: { version: file.version, piece: `${document}-${index + 1}` },
      props: { text },
    })),
  )
}

export const GET: APIRoute<{ text: string }> = ({ props }) => Response.json(props.text)
