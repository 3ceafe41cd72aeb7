/** Compressed siblings that the build laid beside a file. */
import { type FoundFile, statFile } from './find-file.ts'

const SIBLINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
]

/** The smallest form of a file that the browser accepts, by its Accept-Encoding. */
export async function chooseEncoding(
  file: FoundFile,
  acceptEncoding: string | undefined,
): Promise<{ file: FoundFile; encoding?: string }> {
  const accepted = acceptedEncodings(acceptEncoding ?? '')
  for (const { encoding, suffix } of SIBLINGS) {
    const sibling = accepted.has(encoding) ? await statFile(file.path + suffix) : undefined
    if (sibling) return { file: sibling, encoding }
  }
  return { file }
}

function acceptedEncodings(header: string): Set<string> {
  const entries = header.split(',').map((entry) => entry.toLowerCase().split(';'))
  return new Set(entries.filter(([, q]) => !isZero(q)).map(([name = '']) => name.trim()))
}

function isZero(quality: string | undefined): boolean {
  return /^\s*q\s*=\s*0(\.0*)?\s*$/.test(quality ?? '')
}
