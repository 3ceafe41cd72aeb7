/** The typeface of the share pictures, from the pinned package: the same on every machine that builds. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'

const FILE = '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-700-normal.woff'

async function readFont() {
  const { buffer, byteOffset, byteLength } = await readFile(createRequire(import.meta.url).resolve(FILE))
  return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)
}

let font: ReturnType<typeof readFont> | undefined

/** Parsing takes a third of a second: once for all pictures of a build. */
export function shareFont() {
  font ??= readFont()
  return font
}
