/** One shard of the search index. */
import type { APIRoute } from 'astro'
import { builtSearch } from '../../../../lib/content/search/built-search.ts'

export async function getStaticPaths() {
  const { file, shards } = await builtSearch()
  return shards.map((bytes, shard) => ({
    params: { version: file.version, shard: String(shard) },
    props: { bytes },
  }))
}

export const GET: APIRoute<{ bytes: Uint8Array<ArrayBuffer> }> = ({ props }) =>
  new Response(props.bytes, { headers: { 'Content-Type': 'application/octet-stream' } })
