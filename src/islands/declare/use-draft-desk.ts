import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { type Form, markReady } from '../../lib/stores/declare/form.ts'
import {
  $attached,
  $materials,
  followMaterials,
  loadAttached,
  tickMaterial,
  untickPaper,
} from '../../lib/stores/declare/materials.ts'
import { warmPicker } from '../../lib/stores/documents/picker.ts'
import type { PaperDesk } from '../parts/order/MaterialList.tsx'

/** The papers that will go with an application, and those that its draft has already. */
export function useDraftDesk(itemId: number, { companyId, orderId }: Form): PaperDesk {
  const prepared = useStore($materials)
  const attached = useStore($attached)
  useEffect(() => {
    warmPicker()
    return followMaterials(itemId)
  }, [itemId])
  useEffect(() => {
    $attached.set([])
    if (companyId !== null && orderId !== undefined) loadAttached(companyId, orderId)
  }, [companyId, orderId])

  return {
    papersOf: (material) => {
      const papers = prepared[material] ?? []
      const known = new Set(papers.map(({ hash_name }) => hash_name))
      return [
        ...attached
          .filter(({ materials, hash_name }) => materials.includes(material) && !known.has(hash_name))
          .map((file) => ({ ...file, key: `attached-${file.id}` })),
        ...papers.map((paper) => ({
          ...paper,
          key: `prepared-${paper.id}`,
          onDrop: () => untickPaper(itemId, material, paper.id),
        })),
      ]
    },
    onPick: async (material) => {
      if (await tickMaterial(itemId, material)) markReady(material)
    },
  }
}
