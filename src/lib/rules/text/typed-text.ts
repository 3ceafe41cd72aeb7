/** Invisible characters in pasted text. */

/** Marks that change the direction of writing, join nothing or are invisible: texts with and without them look the same. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Marks that reverse the visible order of a line: embeddings, overrides, isolates (UAX #9). */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** Removes invisible characters, with which contacts of Windows and cells of a spreadsheet wrap numbers. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}

/** Removes marks that make `fdp.exe` look like `exe.pdf`; text of Arabic or Hebrew letters needs none of them. */
export function withoutTurning(text: string): string {
  return text.replace(TURNING, '')
}

export function plainTyped(text: string): string {
  return withoutUnseen(text.normalize('NFKC')).replace(/\s/g, '')
}
