/**
 * Returns the files of a paste. Cells of Excel or WPS arrive as text, as a table and as a picture of it: such a paste is text
 * and belongs to the field. A file copied in the Finder arrives with its name as text.
 * @returns nothing when the paste belongs to the field
 */
export function pastedFiles(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])]
  const names = files.map(({ name }) => name)
  const lines = (data?.getData('text/plain') ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return lines.every((line) => names.includes(line.trim())) ? files : []
}
