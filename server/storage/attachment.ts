/** `Content-Disposition` of a download: any name, and nothing that a name could break out of (RFC 6266, RFC 5987). */

/** Control characters, what separates folders, and marks that turn the direction of writing: `\u202Efdp.exe`. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029/\\]/gu

export function attachment(filename: string): string {
  const name = filename.toWellFormed().replace(UNSAFE, '_')
  const plain = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encode(name)}`
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
