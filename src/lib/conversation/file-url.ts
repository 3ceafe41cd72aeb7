/** Signed addresses of files in dialogues and beside them, good for five minutes. */
import { ask } from '../api/ask.ts'
import { downloadDocument } from '../contract/documents/storage.ts'
import type { Explain } from './dialogue.ts'

/** A file in the store. */
export interface NamedFile {
  localName: string
  hashName: string
}

/** Or why there is none. */
export type FileUrl = { url: string } | { text: string }

export async function askUrl({ localName, hashName }: NamedFile): Promise<string> {
  const body = { filename_local: localName, filename_server: hashName }
  return (await ask(downloadDocument, { body })).download_url
}

export async function findUrl(askFor: () => Promise<string>, explain: Explain): Promise<FileUrl> {
  try {
    return { url: await askFor() }
  } catch (error) {
    return { text: explain(error).text }
  }
}
