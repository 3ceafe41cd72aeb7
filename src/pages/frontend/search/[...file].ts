import type { APIRoute } from 'astro'
import { builtSearch } from '../../../lib/content/search/documents.ts'
import { SEARCH_PATH } from '../../../lib/contract/policies/search-files.ts'

const FOLDER = '/frontend/search/'

export async function getStaticPaths() {
  const { packed } = await builtSearch()
  return [SEARCH_PATH, ...packed.keys()].map((path) => ({ params: { file: path.slice(FOLDER.length) } }))
}

/** Made on request, so that `astro dev` shows changed content. */
export const GET: APIRoute = async ({ params }) => {
  const { file, packed } = await builtSearch()
  const path = `${FOLDER}${params['file']}`
  if (path === SEARCH_PATH) return Response.json(file)
  const bytes = packed.get(path)
  if (!bytes) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(bytes), { headers: { 'Content-Type': 'application/octet-stream' } })
}
