/** Astro content loader over `readCollection`: one parser, one set of messages for the build, dev and the checker. */
import { join } from 'node:path'
import type { Loader } from 'astro/loaders'
import { readCollection } from '../check/library.ts'
import type { CollectionName } from '../schema/documents.ts'
import { formatProblem } from './yaml-fields.ts'

/**
 * Loads `contentDir/name/*.md`; entry ids are the page ids. A file with a problem fails the build and is named. The
 * data was parsed with the collection's schema, and is not parsed again.
 */
export function markdownFolder(contentDir: string, name: CollectionName): Loader {
  return {
    name: `markdown-folder:${name}`,
    async load({ store, renderMarkdown, generateDigest, logger, watcher }) {
      async function sync(): Promise<void> {
        const { entries, problems } = await readCollection(contentDir, name)
        if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
        const stale = new Set(store.keys())
        for (const { data, body, file } of entries) {
          const id = String(data.id)
          stale.delete(id)
          const digest = generateDigest(JSON.stringify({ data, body }))
          if (store.get(id)?.digest === digest) continue
          store.set({
            id,
            digest,
            filePath: file,
            data: { ...data },
            // By its hash followers are told of a change (catalogue.ts).
            body,
            rendered: await renderMarkdown(body),
          })
        }
        for (const id of stale) store.delete(id)
      }

      await sync()
      watcher?.add(join(contentDir, name))
      for (const event of ['add', 'change', 'unlink'] as const) {
        watcher?.on(event, (path) => {
          if (!path.includes(join(contentDir, name))) return
          sync().catch((error: Error) => logger.error(error.message))
        })
      }
    },
  }
}
