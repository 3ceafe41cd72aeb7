/** The part of opentype.js that the share pictures use; the package has no types of its own. */
declare module 'opentype.js' {
  interface Font {
    /** The outline of a line of text, its baseline starting at x, y. */
    getPath(text: string, x: number, y: number, fontSize: number): { toPathData(decimals: number): string }
    getAdvanceWidth(text: string, fontSize: number): number
  }
  const opentype: { parse(file: ArrayBuffer): Font }
  export default opentype
}
