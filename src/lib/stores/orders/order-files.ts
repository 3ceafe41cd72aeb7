/** Files of the order that is open: chosen from the documents, corrected, and taken away again. */
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { tellTabs } from '../../browser/page-events.ts'
import { saveUrl } from '../../browser/save-url.ts'
import { downloadDocument } from '../../contract/documents/storage.ts'
import {
  addServiceFile,
  deleteServiceFile,
  replaceServiceFile,
  resubmitServiceFile,
  type ServiceFile,
} from '../../contract/orders/service-file.ts'
import { PAPERS_LIMIT } from '../declare/materials.ts'
import { openPicker } from '../documents/picker.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { $order, $orderNotice, openOrder } from './order.ts'

/** Chooses papers for a material of the open order; without one, papers that nobody asked for by name. */
export async function addPapers(material?: string): Promise<void> {
  const state = $order.get()
  if (state.status !== 'ready') return
  const { id } = state.order
  const picked = await openPicker({ limit: PAPERS_LIMIT })
  if (picked.length === 0) return
  await change(id, { done: '添加文件成功', failed: '添加文件失败' }, async () => {
    for (const { local_name, hash_name, size } of picked) {
      const asked = material === undefined ? {} : { material }
      await ask(addServiceFile, { body: { order_id: id, local_name, hash_name, size, ...asked } })
    }
  })
}

/** Takes a file from a material; from its last one, or without one, from the order. The documents keep it. */
export async function dropPaper(file: ServiceFile, material?: string): Promise<void> {
  const state = $order.get()
  if (state.status !== 'ready') return
  const materials = file.materials.filter((name) => name !== material)
  const { local_name, hash_name, size } = file
  await change(state.order.id, { done: '删除成功', failed: '删除失败' }, async () => {
    const params = { id: file.id }
    if (materials.length === 0) await ask(deleteServiceFile, { params })
    else await ask(replaceServiceFile, { params, body: { local_name, hash_name, size, materials } })
  })
}

/** Puts a corrected paper in the place of one that was found wanting. It stays the paper of the same materials. */
export async function correctPaper(file: ServiceFile): Promise<void> {
  const state = $order.get()
  if (state.status !== 'ready') return
  const [picked] = await openPicker({ limit: 1 })
  if (!picked) return
  const { local_name, hash_name, size } = picked
  await change(state.order.id, { done: '修改成功', failed: '修改失败' }, async () => {
    await ask(resubmitServiceFile, { params: { id: file.id }, body: { local_name, hash_name, size } })
  })
}

/** Saves a file of an order on this device. */
export async function downloadPaper({ local_name, hash_name }: ServiceFile): Promise<void> {
  try {
    const body = { filename_local: local_name, filename_server: hash_name }
    saveUrl((await ask(downloadDocument, { body })).download_url)
  } catch (error) {
    if (!askAgainIfSessionEnded(error)) $orderNotice.set({ tone: 'error', text: explainError(error) })
  }
}

/** Works on an order's files, reads the order anew, and says how it went. */
async function change(
  orderId: number,
  words: { done: string; failed: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
    await openOrder(orderId)
    $orderNotice.set({ tone: 'success', text: words.done })
    tellTabs('orders')
  } catch (error) {
    if (askAgainIfSessionEnded(error)) return
    await openOrder(orderId)
    $orderNotice.set({ tone: 'error', text: `${words.failed}：${explainError(error)}` })
  }
}
