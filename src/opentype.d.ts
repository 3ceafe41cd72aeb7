/** The part of opentype.js that pictures use; the package has no types of its own. */
declare module 'opentype.js' {
  /** A step of an outline. Noto's are straight lines and quadratic curves. */
  export type Step =
    | { type: 'M'; x: number; y: number }
    | { type: 'L'; x: number; y: number }
    | { type: 'Q'; x: number; y: number; x1: number; y1: number }
    | { type: 'Z' }
  interface Glyph {
    /** 0: the font has no such character. */
    index: number
    advanceWidth: number
    getPath(x: number, y: number, fontSize: number): { commands: Step[] }
  }
  interface Font {
    unitsPerEm: number
    charToGlyph(character: string): Glyph
  }
  const opentype: { parse(file: ArrayBuffer): Font }
  export default opentype
}
