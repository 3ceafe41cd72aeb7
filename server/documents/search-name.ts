/** Names as a search sees them, the same in every database. */

/** Small letters, in normal width: ＰＤＦ and pdf are the same. */
export function toSearchName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** Pattern of `like … escape '\'` for names that have this text in them. */
export function toSearchPattern(text: string): string {
  return `%${toSearchName(text).replace(/[\\%_]/g, '\\$&')}%`
}
