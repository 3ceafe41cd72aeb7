/** What a result shows of one document. */
import type { APIRoute } from 'astro'
import { builtSearch } from '../../../../lib/content/search/built-search.ts'
import type { SearchResult } from '../../../../lib/contract/policies/search-files.ts'

export async function getStaticPaths() {
  const { file, results } = await builtSearch()
  return results.map((result, document) => ({
    params: { version: file.version, document: String(document) },
    props: { result },
  }))
}

export const GET: APIRoute<{ result: SearchResult }> = ({ props }) => Response.json(props.result)
