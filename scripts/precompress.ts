/**
 * Writes .br beside every text file of the export, so that no server compresses the same page twice. Few
 * browsers do not take it, and for them servers make gzip from the file: a second copy of each page would be for nobody.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const SHRINKS = /\.(?:html|css|js|jsonl?|svg|xml|ics|txt)$/
/** Where most visits begin: however many documents there are, these are few, and 8 % smaller at the best level. */
const FRONT_PAGE = /^(?:[^/]+\/)?index\.html$/
/** Below one packet, compressing saves nothing. */
const SMALLEST_BYTES = 1400
const AT_ONCE = 16

const brotli = promisify(brotliCompress)

/** @param distDir a built export, with its folders */
async function precompress(distDir: string): Promise<void> {
  const names = (await readdir(distDir, { recursive: true })).filter((name) => SHRINKS.test(name))
  for (let start = 0; start < names.length; start += AT_ONCE) {
    await Promise.all(names.slice(start, start + AT_ONCE).map((name) => compress(distDir, name)))
  }
}

async function compress(distDir: string, name: string): Promise<void> {
  const path = join(distDir, name)
  const bytes = await readFile(path)
  if (bytes.length < SMALLEST_BYTES) return
  await writeFile(`${path}.br`, await brotli(bytes, { params: brotliParams(bytes.length, name) }))
}

/**
 * @param length of what is compressed, in bytes
 * @param name of its file in the export
 */
export function brotliParams(length: number, name: string): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // The level at which ten thousand pages take seconds: 9 takes eight times as long for 2 to 4 % less.
    [constants.BROTLI_PARAM_QUALITY]: FRONT_PAGE.test(name) ? constants.BROTLI_MAX_QUALITY : 6,
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
if (import.meta.main) await precompress(distDir)
