/**
 * The files that a paste is about. Cells of Excel or WPS come as text, as a table and as a picture of it: what is text is
 * text, and the field takes it. A file copied in the Finder comes with its name as text.
 *
 * @returns nothing where the paste is the field's
 */
export function pastedFiles(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])]
  const names = files.map(({ name }) => name)
  const lines = (data?.getData('text/plain') ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return lines.every((line) => names.includes(line.trim())) ? files : []
}
