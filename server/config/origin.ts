/** Scheme, host and port without anything behind: `https://zhengce.example.cn`. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
