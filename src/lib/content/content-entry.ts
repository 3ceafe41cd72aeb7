/** One content file that could be read. */
import type { MarkdownFile } from './markdown-file.ts'

export interface ContentEntry<Data> {
  file: string
  data: Data
  body: string
  bodyLine: number
  lineOf: MarkdownFile['lineOf']
}
