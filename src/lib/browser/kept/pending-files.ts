/** Chosen files that wait for their upload, in IndexedDB, so that a reload finds them. */
const DATABASE = 'pending-files'
const STORE = 'files'

/** Without a database: they last as long as the page. */
const inMemory = new Map<string, File>()

export async function addPendingFile(id: string, file: File): Promise<void> {
  inMemory.set(id, file)
  await inStore('readwrite', (store) => store.put(file, id)).catch(() => {})
}

export async function readPendingFile(id: string): Promise<File | undefined> {
  const known = inMemory.get(id)
  if (known) return known
  const found: unknown = await inStore('readonly', (store) => store.get(id)).catch(() => undefined)
  return found instanceof File ? found : undefined
}

export async function takePendingFile(id: string): Promise<File | undefined> {
  const reading = readPendingFile(id)
  inMemory.delete(id)
  const file = await reading
  await dropPendingFile(id)
  return file
}

async function dropPendingFile(id: string): Promise<void> {
  inMemory.delete(id)
  await inStore('readwrite', (store) => store.delete(id)).catch(() => {})
}

export async function dropPendingFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) await dropPendingFile(id)
}

async function inStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await open()
  try {
    return await answerOf(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  return answerOf(opening)
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
