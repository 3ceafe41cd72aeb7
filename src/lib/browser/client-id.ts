/**
 * Returns an id for one submission: the server treats two with the same id as one. Not randomUUID, which pages without HTTPS
 * lack.
 */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
