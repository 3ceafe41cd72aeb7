/** The files of the search; `search-files.ts` of the contract says what each of them is for. */
import type { APIRoute } from 'astro'
import { builtSearch } from '../../../lib/content/search/documents.ts'
import type { SearchFiles } from '../../../lib/content/search/files.ts'

/** Taken from the files of the moment: while editors write, they are made anew. */
type Take = (files: SearchFiles) => unknown

export async function getStaticPaths() {
  const { file, results, shards, pieces } = await builtSearch()
  const page = (path: string, take: Take) => ({ params: { file: path }, props: { take } })
  const versioned = (path: string, content: unknown) => page(`${file.version}/${path}`, () => content)
  return [
    page('index.json', ({ file }) => file),
    ...results.map((result, document) => versioned(`result-${document}.json`, result)),
    ...shards.map((bytes, shard) => versioned(`terms-${shard}.bin`, bytes)),
    ...pieces.flatMap((texts, document) =>
      texts.map((text, index) => versioned(`text-${document}-${index + 1}.json`, text)),
    ),
  ]
}

export const GET: APIRoute<{ take: Take }> = async ({ props }) => {
  const content = props.take(await builtSearch())
  return content instanceof Uint8Array
    ? new Response(new Uint8Array(content), { headers: { 'Content-Type': 'application/octet-stream' } })
    : Response.json(content)
}
