/** Every industry by code (GB/T 4754-2017), for the industry picker. */
import type { APIRoute } from 'astro'
import industries from '../../../lib/content/industries.json' with { type: 'json' }

export const GET: APIRoute = () => Response.json(industries)
