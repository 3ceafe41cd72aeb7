/** Longer work on documents, with progress and a stop button. */
import { atom } from 'nanostores'
import { askBeforeLeaving } from '../../browser/leaving.ts'

export interface Work {
  id: number
  kind: 'delete' | 'download' | 'zip' | 'folders'
  /** The task; constant, so that screen readers announce it once. */
  title: string
  progress: string
  stop: () => void
}

export const $works = atom<readonly Work[]>([])

export interface TaskHandle {
  show: (progress: string) => void
  signal: AbortSignal
}

let lastId = 0

export async function runWork<Value>(
  { kind, title }: Pick<Work, 'kind' | 'title'>,
  work: (task: TaskHandle) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController()
  lastId += 1
  const id = lastId
  const stop = () => controller.abort(new DOMException('stopped', 'AbortError'))
  setWorks([...$works.get(), { id, kind, title, progress: '', stop }])
  const show = (progress: string) =>
    setWorks($works.get().map((each) => (each.id === id ? { ...each, progress } : each)))
  try {
    return await work({ show, signal: controller.signal })
  } finally {
    setWorks($works.get().filter((each) => each.id !== id))
  }
}

export function isWorking(kind: Work['kind']): boolean {
  return $works.get().some((work) => work.kind === kind)
}

/** Leaving the page would end it. */
function setWorks(works: readonly Work[]): void {
  $works.set(works)
  askBeforeLeaving('document-work', works.length > 0)
}
