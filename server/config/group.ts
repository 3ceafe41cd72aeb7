/** Helpers for reading settings: addresses, and groups that make sense only together. */

/** Scheme, host and port without a path: `https://zhengce.example.cn`. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** A site whose pages may show parts of the portal: an origin, one with all subdomains, or `*` for all sites. */
export function isHost(text: string): boolean {
  return text === '*' || (/^https?:\/\/(\*\.)?[\w.:-]+$/.test(text) && isOrigin(text.replace('*.', '')))
}

/** Returns a setting, trimmed; undefined if not set. */
export type ReadSetting = (name: string) => string | undefined

/**
 * Returns all of `names` and an endpoint, or undefined when none is set. Adds problems without values, because some values
 * are secrets.
 * @param fallback the endpoint without the setting `endpointName`
 */
export function readGroup<const Name extends string>(
  read: ReadSetting,
  problems: string[],
  names: readonly Name[],
  endpointName: string,
  fallback: string,
): (Record<Name, string> & { endpoint: string }) | undefined {
  const values = Object.fromEntries(names.map((name) => [name, read(name)])) as Record<
    Name,
    string | undefined
  >
  const missing = names.filter((name) => values[name] === undefined)
  const given = read(endpointName)
  if (missing.length === names.length && given === undefined) return undefined
  if (missing.length > 0)
    problems.push(`${names.join('、')} 应全部设置或全部不设，现在缺少 ${missing.join('、')}`)
  const endpoint = given ?? fallback
  if (!isOrigin(endpoint)) problems.push(`${endpointName} 应为网址，形如 ${fallback}`)
  return { ...(values as Record<Name, string>), endpoint }
}
