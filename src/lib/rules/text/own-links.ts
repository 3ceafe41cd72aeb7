/** Addresses of the portal in people's texts: only these become links, because others may be dishonest. */

/** Characters of an address before a blank, a quotation mark or Chinese. */
const REST = /^[\w\-.~!$&'()*+,;=:@%/?#[\]]*/
/** A sentence often ends in these, an address seldom. */
const END = /[.,;:!?'()[\]]+$/

/** Returns the text in parts; those with `href` are pages of the portal, never calls of its API. */
export function splitOwnLinks(text: string, origin: string): { text: string; href?: string }[] {
  const parts: { text: string; href?: string }[] = []
  let from = 0
  for (let at = find(0); at >= 0; at = find(at + origin.length)) {
    const rest = (REST.exec(text.slice(at + origin.length))?.[0] ?? '').replace(END, '')
    // https://portal.example.evil, https://portal.example@evil
    const isOwn = rest === '' ? !/^[\w.:@-]/.test(text.slice(at + origin.length)) : /^[/?#]/.test(rest)
    if (!isOwn || rest.includes('/api/')) continue
    if (at > from) parts.push({ text: text.slice(from, at) })
    const href = origin + rest
    parts.push({ text: href, href })
    from = at + href.length
  }
  return from < text.length ? [...parts, { text: text.slice(from) }] : parts

  function find(start: number): number {
    return origin === '' ? -1 : text.indexOf(origin, Math.max(start, from))
  }
}
