/** Seven characters with which a file of this name may begin. */
export function contentOf(name: string): string {
  if (/\.(png|jpe?g|gif)$/i.test(name)) return 'GIF89a.'
  return /\.(docx|xlsx|pptx)$/i.test(name) ? 'PK\x03\x04...' : '%PDF-1.'
}
