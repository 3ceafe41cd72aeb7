/** Characters that come along with what people paste, and that nobody sees. */

/** Marks that turn the direction of writing, join nothing or are not seen: two texts with and without would look the same. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Marks that make a line read in another order than it is written: embeddings, overrides, isolates (UAX #9). */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** Without what nobody sees; contacts of Windows and cells of a spreadsheet wrap numbers in such marks. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}

/** Without marks by which `fdp.exe` is shown as `exe.pdf`; text of Arabic or Hebrew letters needs none of them. */
export function withoutTurning(text: string): string {
  return text.replace(TURNING, '')
}

/** For numbers and codes: full-width characters made plain (Unicode NFKC), without blanks and what nobody sees. */
export function plainTyped(text: string): string {
  return withoutUnseen(text.normalize('NFKC')).replace(/\s/g, '')
}
