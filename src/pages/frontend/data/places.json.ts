/** Every administrative division by code, for the search of the region picker. */
import type { APIRoute } from 'astro'
import { spokenDivisions } from '../../../lib/content/regions.ts'

export const GET: APIRoute = () => Response.json(spokenDivisions())
