import type { APIRoute } from 'astro'
import { interpretations } from '../../../../lib/content/entries.ts'

export const GET: APIRoute = async () =>
  Response.json((await interpretations()).map(({ data }) => [data.id, data.title]))
