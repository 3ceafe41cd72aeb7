/** Around the making of each page: those that would come out as in the last build are not made again. */
import type { MiddlewareHandler } from 'astro'
import { pages } from './integrations/unchanged-pages.ts'
import { today } from './lib/content/entries.ts'
import { fingerprint, listen } from './lib/content/queries.ts'

export const onRequest: MiddlewareHandler = async ({ props, url: { pathname } }, next) => {
  if (import.meta.env.DEV) return next()
  const last = pages.last().get(pathname)
  if (last && last.fingerprint === (await fingerprint(props, last.questions))) {
    pages.made.set(pathname, last)
    pages.unchanged.add(pathname)
    // Without a body Astro writes no file.
    return new Response(null)
  }
  const { made, questions } = await listen(async () => {
    const response = await next()
    return { response, body: await response.arrayBuffer() }
  })
  const mark = await fingerprint(props, questions)
  if (mark !== undefined) pages.made.set(pathname, { fingerprint: mark, questions })
  const isDated = questions.some(([name]) => name === 'today')
  return new Response(isDated ? withDay(made.body) : made.body, made.response)
}

/** What a page says as of the day of the build, its scripts say anew on a later one. */
function withDay(body: ArrayBuffer): string {
  return new TextDecoder().decode(body).replace('<html ', `<html data-day="${today()}" `)
}
