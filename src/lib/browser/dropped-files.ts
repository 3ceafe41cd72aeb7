/** Reads dropped or chosen files, folders with their tree. */

interface TreeFile {
  file: File
  folders: readonly string[]
}

export interface Dropped {
  files: TreeFile[]
  /** Every folder, also empty ones, as its names, outermost first. */
  folders: (readonly string[])[]
}

/** Takes all entries before the first wait: afterwards the event has none. */
export async function readDropped(data: DataTransfer): Promise<Dropped> {
  const items = [...data.items].filter(({ kind }) => kind === 'file')
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return { files: [...data.files].map(alone), folders: [] }
  const dropped: Dropped = { files: [], folders: [] }
  for (const entry of entries) await readEntry(entry, [], dropped)
  return dropped
}

/** Reads the files of an input, those of a chosen folder with their paths. */
export function readChosen(files: Iterable<File>): Dropped {
  const chosen = [...files].map((file) => ({
    file,
    folders: file.webkitRelativePath.split('/').slice(0, -1),
  }))
  const folders = new Map<string, readonly string[]>()
  for (const { folders: path } of chosen) {
    for (let depth = 1; depth <= path.length; depth++) {
      const part = path.slice(0, depth)
      folders.set(part.join('/'), part)
    }
  }
  return { files: chosen, folders: [...folders.values()] }
}

function alone(file: File): TreeFile {
  return { file, folders: [] }
}

async function readEntry(entry: FileSystemEntry, above: readonly string[], into: Dropped): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    into.files.push({ file, folders: above })
    return
  }
  const folders = [...above, entry.name]
  into.folders.push(folders)
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // Chromium gives at most 100 at a time.
  for (let some = await readSome(reader); some.length > 0; some = await readSome(reader)) {
    for (const child of some) await readEntry(child, folders, into)
  }
}

function readSome(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject))
}
