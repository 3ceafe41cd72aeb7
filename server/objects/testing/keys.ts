/** Keys of every kind that the protocol lets through: each is data, never a path. */
import fc from 'fast-check'

const SPECIAL = [
  '../x',
  '..',
  '.',
  'a/../../b',
  'a//b',
  'a/',
  '%2e%2e/%2f',
  '%',
  'a?b=c&d#e',
  ' ',
  'a b+c',
  '\u0000\u0001\u001f\u007f',
  'a\r\nb: c',
  '\u202eexe.pdf',
  '企业/营业执照 (1).pdf',
  '😀/é',
  '\uffff',
  'C:\\x',
  '<&>"\'',
  'x'.repeat(1023),
  '业'.repeat(341),
]

const unit = fc.oneof(
  fc.constantFrom('/', '.', '%', '+', ' ', 'a', 'b', '\u0000', '\n', '&', '業', '😀', '\ud7ff', '\uffee'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)

/** The protocol refuses slashes and backslashes in front; a client strips slashes and a question mark. */
export const anyKey = fc
  .oneof(fc.constantFrom(...SPECIAL), fc.string({ unit, minLength: 1, maxLength: 40 }))
  .filter((key) => !/^[/\\?]/.test(key) && key.isWellFormed() && Buffer.byteLength(key) <= 1023)

/** Clients resolve `.` and `..` in the path before they send it, ali-oss and browsers alike. */
export const clientKey = anyKey.filter((key) => !/(^|\/)\.\.?(\/|$)/.test(key))
