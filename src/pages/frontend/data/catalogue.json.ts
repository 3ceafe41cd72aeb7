import type { APIRoute } from 'astro'
import { builtCatalogue } from '../../../lib/content/catalogue.ts'

export const GET: APIRoute = async () => Response.json(await builtCatalogue())
