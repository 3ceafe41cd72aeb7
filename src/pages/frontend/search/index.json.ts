/** What the search knows about all documents. */
import type { APIRoute } from 'astro'
import { builtSearch } from '../../../lib/content/search/built-search.ts'

export const GET: APIRoute = async () => Response.json((await builtSearch()).file)
