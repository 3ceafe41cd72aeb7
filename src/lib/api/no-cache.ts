/** IE11 answers a GET from its cache unless told not to (behaviour B14.5). */

const IE11 = /Trident\/7\.0;.*\brv:11\b/

/** Headers for a GET, by the browser's user agent; none for any browser but IE11. */
export function noCacheHeaders(userAgent: string): Record<string, string> {
  return IE11.test(userAgent) ? { 'Cache-Control': 'no-cache', Pragma: 'no-cache' } : {}
}
