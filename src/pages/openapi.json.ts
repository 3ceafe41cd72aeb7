import type { APIRoute } from 'astro'
import { CONTRACT_CALLS } from '../lib/api-docs/contract-calls.ts'
import { openApiDocument } from '../lib/api-docs/openapi.ts'
import { site } from '../site.ts'

/** The wire contract as OpenAPI. The page for people is /frontend/api. */
export const GET: APIRoute = () => Response.json(openApiDocument(CONTRACT_CALLS, site.name))
