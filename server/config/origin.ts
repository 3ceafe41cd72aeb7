/** Scheme, host and port without anything behind: `https://zhengce.example.cn`. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** A site whose pages may show parts of the portal: an origin, one with all names below it, or `*` for everybody. */
export function isHost(text: string): boolean {
  return text === '*' || (/^https?:\/\/(\*\.)?[\w.:-]+$/.test(text) && isOrigin(text.replace('*.', '')))
}
