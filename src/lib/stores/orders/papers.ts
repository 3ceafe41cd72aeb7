/** Documents of an order for its materials. The company's documents keep them as well. */
import { ask } from '../../api/ask.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import type { StoredFile } from '../../contract/orders/order-fields.ts'
import {
  addServiceFile,
  deleteServiceFile,
  replaceServiceFile,
  type ServiceFile,
} from '../../contract/orders/service-file.ts'

/** Documents per material: some require annexes. */
export const PAPERS_LIMIT = 5

export async function addTo(
  orderId: number,
  papers: readonly StoredFile[],
  material: string | undefined,
): Promise<void> {
  const asked = material === undefined ? {} : { material }
  for (const { local_name, hash_name, size } of papers) {
    await ask(addServiceFile, { body: { order_id: orderId, local_name, hash_name, size, ...asked } })
  }
  notifyTabs('orders')
}

export async function takeFrom(file: ServiceFile, material: string | undefined): Promise<void> {
  const materials = file.materials.filter((name) => name !== material)
  const { local_name, hash_name, size } = file
  const params = { id: file.id }
  if (materials.length === 0 || material === undefined) await ask(deleteServiceFile, { params })
  else await ask(replaceServiceFile, { params, body: { local_name, hash_name, size, materials } })
  notifyTabs('orders')
}
