import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { $papers, followMaterials, tickMaterial, untickPaper } from '../../lib/stores/declare/materials.ts'
import { warmPicker } from '../../lib/stores/documents/picker.ts'
import { showToast } from '../kit/toast.ts'
import { Papers } from '../parts/order/Papers.tsx'
import './materials.css'

interface Props {
  itemId: number
  names: readonly string[]
}

export function MaterialCheck({ itemId, names }: Props) {
  const papers = useStore($papers, { ssr: 'initial' })
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    warmPicker()
    return followMaterials(itemId)
  }, [itemId])
  const rows = useRows(isOpen)

  if (!isOpen) {
    return (
      <div className="wrap material-check no-print">
        <button type="button" className="button" onClick={() => setOpen(true)}>
          用企业文件备齐材料
        </button>
        <span className="soft">已存文件可直接选用，无需重复上传</span>
      </div>
    )
  }
  const papersOf = (name: string) => papers.filter(({ materials }) => materials.includes(name))
  const ready = names.filter((name) => papersOf(name).length > 0).length
  return (
    <div className="material-check-open">
      <p role="status">
        已备好 {ready}/{names.length} 项
      </p>
      <p className="soft no-print">
        选好的文件随申报草稿存入账户，换设备也能看到；管理文件请到<a href="/documents">企业文件</a>。
      </p>
      {rows.map((row, index) => {
        const name = names[index] ?? ''
        return createPortal(
          <>
            <button
              type="button"
              className="link papers-pick no-print"
              aria-label={`为“${name}”选择文件`}
              onClick={async () => warn(await tickMaterial(itemId, name))}
            >
              选择文件
            </button>
            <Papers
              papers={papersOf(name).map((paper) => ({
                ...paper,
                key: String(paper.id),
                onDrop: async () => warn(await untickPaper(itemId, name, paper)),
              }))}
            />
          </>,
          row,
          name,
        )
      })}
    </div>
  )
}

function warn(text: string | undefined): void {
  if (text) showToast(text, 'error')
}

/** The rows of the page's own list of materials, when open. */
function useRows(isOpen: boolean): readonly Element[] {
  const [rows, setRows] = useState<readonly Element[]>([])
  useEffect(() => {
    const list = document.querySelector<HTMLElement>('[data-materials]')
    if (!isOpen || !list) return
    list.dataset['materials'] = 'open'
    setRows([...list.children])
  }, [isOpen])
  return rows
}
