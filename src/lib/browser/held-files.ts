/** Files that were chosen before they can be uploaded, held in the device's database, so that a reload keeps them. */
const DATABASE = 'held-files'
const STORE = 'files'

/** Where the device has no database or refuses: they last as long as the page. */
const inMemory = new Map<string, File>()

export async function holdFile(id: string, file: File): Promise<void> {
  inMemory.set(id, file)
  await ask('readwrite', (store) => store.put(file, id)).catch(() => {})
}

/** Undefined: this device does not have it. */
export async function heldFile(id: string): Promise<File | undefined> {
  const known = inMemory.get(id)
  if (known) return known
  const found: unknown = await ask('readonly', (store) => store.get(id)).catch(() => undefined)
  return found instanceof File ? found : undefined
}

/** Holds it no longer. @returns what was held */
export async function takeHeldFile(id: string): Promise<File | undefined> {
  const reading = heldFile(id)
  inMemory.delete(id)
  const file = await reading
  await dropHeldFile(id)
  return file
}

async function dropHeldFile(id: string): Promise<void> {
  inMemory.delete(id)
  await ask('readwrite', (store) => store.delete(id)).catch(() => {})
}

export async function dropHeldFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) await dropHeldFile(id)
}

async function ask<Value>(
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
