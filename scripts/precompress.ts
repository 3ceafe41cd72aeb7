/**
 * Writes .br beside every text file of the export, so that no server compresses the same page twice. Few
 * browsers do not take it, and for them servers make gzip from the file: a second copy of each page would be for nobody.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const SHRINKS = /\.(?:html|css|js|json|svg|xml|ics|txt)$/
/** Where most visits begin: however many documents there are, these are few, and 8 % smaller at the best level. */
const FRONT_PAGE = /^(?:[^/]+\/)?(?:home\/)?index\.html$/
/** Below one packet, compressing saves nothing. */
const SMALLEST_BYTES = 1400

/**
 * One file after the other: what the threads of `brotliCompress` take for each file they give back to the system, which
 * then fills it with zeros for the next one. That was a third of all the processor time.
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

/**
 * @param length of what is compressed, in bytes
 * @param name of its file in the export
 */
export function brotliParams(length: number, name: string): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // The first that weighs the contexts: below, a page is 2 % larger or smaller by chance. 9 takes six times as long for 0.2 %.
    [constants.BROTLI_PARAM_QUALITY]: FRONT_PAGE.test(name) ? constants.BROTLI_MAX_QUALITY : 7,
    // Without the two, brotli takes room for the largest of files each time: five sixths of all its time.
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
