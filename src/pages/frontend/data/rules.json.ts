import type { APIRoute } from 'astro'
import { builtRules } from '../../../lib/content/rule-files.ts'

export const GET: APIRoute = async () => Response.json(await builtRules())
