/** A known word that differs by one character from what was typed: 高新技木企业 may be meant as 高新技术企业. */

const SHORTEST = 3

export function nearestWord(typed: string, known: Iterable<string>): string | undefined {
  if (typed.length < SHORTEST) return undefined
  for (const word of known) if (word !== typed && differByOne(word, typed)) return word
  return undefined
}

function differByOne(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  const skipped = short.length === long.length ? same + 1 : same
  return short.slice(skipped) === long.slice(same + 1)
}
