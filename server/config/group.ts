/** Scheme, host and port without a path: `https://zhengce.example.cn`. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** A site whose pages may show parts of the portal: an origin, one with all subdomains, or `*` for all sites. */
export function isHost(text: string): boolean {
  return text === '*' || (/^https?:\/\/(\*\.)?[\w.:-]+$/.test(text) && isOrigin(text.replace('*.', '')))
}

export type ReadSetting = (name: string) => string | undefined

/** Returns all of `names`; undefined when neither they nor `others` are set. Adds problems without values: some are secrets. */
export function readGroup<const Name extends string>(
  read: ReadSetting,
  problems: string[],
  names: readonly Name[],
  others: readonly string[],
): Record<Name, string> | undefined {
  const missing = names.filter((name) => read(name) === undefined)
  if (missing.length === names.length && others.every((name) => read(name) === undefined)) return undefined
  if (missing.length > 0)
    problems.push(`${names.join('、')} 应全部设置或全部不设，现在缺少 ${missing.join('、')}`)
  return Object.fromEntries(names.map((name) => [name, read(name) ?? ''])) as Record<Name, string>
}

/** Returns an address; `fallback` if it is not set. */
export function readOrigin<const Fallback extends string | undefined>(
  read: ReadSetting,
  problems: string[],
  name: string,
  fallback: Fallback,
): string | Fallback {
  const value = read(name)
  if (value !== undefined && !isOrigin(value)) {
    problems.push(`${name} 应为网址，形如 ${fallback ?? 'https://files.example.cn'}`)
  }
  return value ?? fallback
}
