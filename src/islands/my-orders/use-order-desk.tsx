import { type ReactNode, useState } from 'react'
import type { Order } from '../../lib/contract/orders/order.ts'
import type { ServiceFile } from '../../lib/contract/orders/service-file.ts'
import { OPEN_TO_FILES } from '../../lib/rules/orders/order-states.ts'
import { addPapers, correctPaper, downloadPaper, dropPaper } from '../../lib/stores/orders/order.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import type { PaperDesk } from '../parts/order/MaterialList.tsx'
import type { ShownPaper } from '../parts/order/Papers.tsx'

interface OrderDesk extends PaperDesk {
  isOpen: boolean
  papersBeside: (materials: readonly string[]) => readonly ShownPaper[]
  dialog: ReactNode
}

export function useOrderDesk({ state, files }: Order): OrderDesk {
  const [dropping, setDropping] = useState<{ file: ServiceFile; material?: string } | null>(null)
  const isOpen = OPEN_TO_FILES.some((open) => open === state)
  const toShown = (file: ServiceFile, material?: string): ShownPaper => ({
    ...file,
    key: String(file.id),
    onDownload: () => downloadPaper(file),
    onCorrect: state === 'more-needed' ? () => correctPaper(file) : undefined,
    onDrop: isOpen ? () => setDropping({ file, ...(material !== undefined && { material }) }) : undefined,
  })
  return {
    isOpen,
    papersOf: (material) =>
      files.filter(({ materials }) => materials.includes(material)).map((file) => toShown(file, material)),
    papersBeside: (names) =>
      files
        .filter(({ materials }) => !materials.some((name) => names.includes(name)))
        .map((file) => toShown(file)),
    onPick: (material) => addPapers(material),
    dialog: dropping && (
      <ConfirmDialog
        title={`从这份申报里删除“${dropping.file.local_name}”？`}
        onConfirm={() => {
          setDropping(null)
          dropPaper(dropping.file, dropping.material)
        }}
        onCancel={() => setDropping(null)}
      >
        <p>企业文件中的这份文件不会删除，以后仍可选用。</p>
      </ConfirmDialog>
    ),
  }
}
