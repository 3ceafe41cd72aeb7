/** Uploads that are cancelled at any moment. */
import {
  abandonFailedUploads,
  addUploads,
  clearEndedUploads,
  stopUpload,
} from '../../../src/lib/stores/uploads/queue.ts'
import { $uploads, isEnded, type UploadItem } from '../../../src/lib/stores/uploads/state.ts'
import { seededRandom } from '../random.ts'
import type { Lab } from './lab.ts'

const BYTES = 12_000_000
/** Approximate number of state changes of such an upload. */
const MOMENTS = 200
const LIMIT_MS = 5000

interface Runs {
  count: number
  seed: number
}

interface Cancels {
  left: string[]
  cancelled: number
  tooLate: number
}

export async function cancelAtRandom(
  lab: Lab,
  { count, seed, limitMs = LIMIT_MS }: Runs & { limitMs?: number },
): Promise<Cancels> {
  const random = seededRandom(seed)
  const left: string[] = []
  let tooLate = 0
  for (let run = 0; run < count; run++) {
    const moment = Math.floor(random() * (run % 2 === 0 ? 8 : MOMENTS))
    const before = (await lab.leftovers()).objects
    if (random() < 0.5) loseFirstAnswers(lab)
    const id = begin(lab, `取消${run}.bin`)
    const { item, pressedMs } = await cancelAfter(id, moment)
    lab.chooseCall = () => undefined
    const { uploads, objects, reservedBytes } = await lab.leftovers()
    const tookMs = pressedMs === undefined ? 0 : performance.now() - pressedMs
    if (pressedMs === undefined) tooLate++
    // Whatever the press interrupted: the file is not there.
    const [wanted, kept] = pressedMs === undefined ? ['done', 1] : ['cancelled', 0]
    const isClean = uploads + reservedBytes === 0 && objects === before + kept
    if (item.state.status !== wanted || !isClean || tookMs > limitMs) {
      left.push(
        `第 ${moment} 步 ${item.state.status}：${uploads} 个未完成，${objects - before} 个对象，${reservedBytes} 字节，` +
          `${Math.round(tookMs)} 毫秒`,
      )
    }
    clearEndedUploads()
    abandonFailedUploads()
    await lab.clear()
  }
  return { left, cancelled: count - tooLate, tooLate }
}

/** Loses the answer to the first of every call to the portal, after its work. */
function loseFirstAnswers(lab: Lab): void {
  const lost = new Set<string>()
  lab.chooseCall = (call) => {
    if (lost.has(call)) return undefined
    lost.add(call)
    return 'lose answer'
  }
}

export function begin(lab: Lab, name: string, bytes = BYTES): number {
  const file = new File([Buffer.alloc(bytes, name)], name, { lastModified: 1 })
  const [id = 0] = addUploads([{ file, folderId: lab.folderId, folderName: '' }])
  return id
}

/** Cancels after this many changes of its state; an upload that ended before stays. */
async function cancelAfter(
  id: number,
  moment: number,
): Promise<{ item: UploadItem; pressedMs: number | undefined }> {
  let passed = 0
  let pressedMs: number | undefined
  const press = () => {
    const item = $uploads.get().find((each) => each.id === id)
    if (!item || isEnded(item)) return
    pressedMs = performance.now()
    stopUpload(id)
  }
  const stop = $uploads.subscribe((items) => {
    if (items.some((item) => item.id === id) && passed++ === moment) queueMicrotask(press)
  })
  const item = await ended(id)
  stop()
  return { item, pressedMs }
}

export function ended(id: number): Promise<UploadItem> {
  return new Promise((resolve) => {
    const stop = $uploads.subscribe((items) => {
      const item = items.find((each) => each.id === id)
      if (!item || !isEnded(item)) return
      queueMicrotask(() => stop())
      resolve(item)
    })
  })
}
