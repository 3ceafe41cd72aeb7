/** Whether a file begins as its kind requires; kinds with many beginnings (`.xls`, `.doc`) are not judged. */
import { withoutTurning } from '../text/typed-text.ts'
import { endingOf } from './file-kinds.ts'

/** A PDF may have bytes before its header (ISO 32000-1, annex H). */
export const START_BYTES = 1024

type Check = (start: Uint8Array) => boolean

const isPdf: Check = (start) => latin1(start).includes('%PDF-')
/** Includes empty and split archives. */
const isZip = begins('PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', 'PK00PK\x03\x04')
/** Includes files with a password. */
const isOffice: Check = (start) => isZip(start) || isOle(start)
const isOle = begins('\xd0\xcf\x11\xe0')
/** Any picture: phones and chats use one kind's name for another, and every program shows it. */
const isPicture: Check = (start) =>
  begins('\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF', 'BM', 'II*\0', 'MM\0*')(start) ||
  latin1(start.subarray(4, 8)) === 'ftyp'
/** Programs of Windows and Linux. */
const isNoProgram: Check = (start) => !begins('MZ', '\x7fELF')(start)

const CHECKS = new Map<string, Check>(
  Object.entries({
    ...{ pdf: isPdf, ofd: isZip, zip: isZip },
    ...{ docx: isOffice, xlsx: isOffice, pptx: isOffice },
    ...{ jpg: isPicture, jpeg: isPicture, png: isPicture, gif: isPicture },
    ...{ doc: isNoProgram, xls: isNoProgram, ppt: isNoProgram, wps: isNoProgram, et: isNoProgram },
  }),
)

/** @param start the first `START_BYTES` of the file, or all of it */
export function beginsAsNamed(name: string, start: Uint8Array): boolean {
  const check = CHECKS.get(endingOf(name))
  return check === undefined || check(start)
}

export function notAsNamed(name: string): string {
  return `“${withoutTurning(name)}”的内容不是 ${endingOf(name).toUpperCase()} 文件，请检查后重新选择`
}

function begins(...signatures: readonly string[]): Check {
  return (start) => signatures.some((signature) => latin1(start.subarray(0, signature.length)) === signature)
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
