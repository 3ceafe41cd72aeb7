/** Where the pages will be found, for files that need whole addresses. */
export function siteOrigin(): string {
  return new URL(import.meta.env.SITE).origin
}
