import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export async function contentPaths(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name))
}
