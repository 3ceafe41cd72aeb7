import type { APIRoute } from 'astro'
import { builtCatalogue } from '../../../lib/content/catalogue.ts'
import { catalogueLines } from '../../../lib/contract/policies/catalogue.ts'

export const GET: APIRoute = async () => new Response(catalogueLines(await builtCatalogue()))
