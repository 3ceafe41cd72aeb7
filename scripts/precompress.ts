/**
 * Writes a .br file beside every text file of the export, so that no server compresses the same page twice. The few
 * browsers without Brotli get gzip that the server makes on request; a second copy of each page is not worth its space.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const SHRINKS = /\.(?:html|css|js|json|svg|xml|ics|txt)$/
/** Most visits begin on these few pages, and the best level makes them 8 % smaller. */
const FRONT_PAGE = /^(?:[^/]+\/)?(?:home\/)?index\.html$/
/** Below one packet, compressing saves nothing. */
const SMALLEST_BYTES = 1400

/**
 * One file after the other: the threads of `brotliCompress` return their memory to the system, which fills it with zeros
 * for the next file. That was a third of all the processor time.
 * @param distDir a built export, with its folders
 */
function precompress(distDir: string): void {
  for (const name of readdirSync(distDir, { encoding: 'utf8', recursive: true }))
    if (SHRINKS.test(name)) compress(distDir, name)
}

function compress(distDir: string, name: string): void {
  const path = join(distDir, name)
  const bytes = readFileSync(path)
  if (bytes.length < SMALLEST_BYTES) return
  const params = brotliParams(bytes.length, name)
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params, chunkSize: bytes.length }))
}

/** @param length of the file, in bytes @param name of the file in the export */
export function brotliParams(length: number, name: string): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // The first with context modelling: below, a page's size varies by 2 % by chance. 9 takes six times as long for 0.2 %.
    [constants.BROTLI_PARAM_QUALITY]: FRONT_PAGE.test(name) ? constants.BROTLI_MAX_QUALITY : 7,
    // Without these two, brotli reserves memory for the largest possible file each time: five sixths of all its time.
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(length),
  }
}

/** The smallest window, as a power of two, that holds the whole file, within what browsers accept. */
function windowFor(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = constants
  // A window holds 16 bytes less than its power of two (RFC 7932, section 9.1).
  const bits = Math.ceil(Math.log2(bytes + 16))
  return Math.min(Math.max(bits, BROTLI_MIN_WINDOW_BITS), BROTLI_DEFAULT_WINDOW)
}

const [distDir = 'dist'] = process.argv.slice(2)
if (import.meta.main) precompress(distDir)
