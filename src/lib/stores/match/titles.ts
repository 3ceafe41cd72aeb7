/** Policies by a few letters of their titles. */

type Titled = readonly [id: number, title: string]

/** Titles that contain the query come first, then those that hold its letters in order. */
export function searchTitles(titles: readonly Titled[], query: string, limit: number): Titled[] {
  const wanted = fold(query)
  if (wanted === '') return []
  const whole: Titled[] = []
  const loose: Titled[] = []
  for (const entry of titles) {
    const text = fold(entry[1])
    if (text.includes(wanted)) whole.push(entry)
    else if (loose.length < limit && holdsInOrder(text, wanted)) loose.push(entry)
    if (whole.length === limit) break
  }
  return [...whole, ...loose].slice(0, limit)
}

function fold(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '').toLowerCase()
}

/** 广州天河 is in 广东省广州市天河区, letter after letter. */
export function holdsInOrder(text: string, wanted: string): boolean {
  let place = -1
  for (const letter of wanted) {
    place = text.indexOf(letter, place + 1)
    if (place < 0) return false
  }
  return true
}
