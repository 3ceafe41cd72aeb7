import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { $materials, followMaterials, tickMaterial, untickPaper } from '../../lib/stores/declare/materials.ts'
import { warmPicker } from '../../lib/stores/documents/picker.ts'
import { Papers } from '../parts/order/Papers.tsx'
import './materials.css'

interface Props {
  itemId: number
  /** Names of the materials. */
  names: readonly string[]
}

/** Which materials of a policy the company has among its documents; they wait in the page's list for the application. */
export function MaterialCheck({ itemId, names }: Props) {
  const materials = useStore($materials, { ssr: 'initial' })
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    warmPicker()
    return followMaterials(itemId)
  }, [itemId])
  const rows = useRows(isOpen)

  if (!isOpen) {
    return (
      <div className="material-check no-print">
        <button type="button" className="button" onClick={() => setOpen(true)}>
          用企业文件备齐材料
        </button>
        <span className="material-check-note">已存文件可直接选用，无需重复上传</span>
      </div>
    )
  }
  const ready = names.filter((name) => (materials[name] ?? []).some(({ isGone }) => !isGone)).length
  return (
    <div className="material-check-open">
      <p role="status">
        已备好 {ready}/{names.length} 项
      </p>
      <p className="material-check-note no-print">
        选好的文件记录在本设备，提交申报时一并附上；管理文件请到<a href="/documents">企业文件</a>。
      </p>
      {rows.map((row, index) => {
        const name = names[index] ?? ''
        return createPortal(
          <>
            <button
              type="button"
              className="papers-pick no-print"
              aria-label={`为“${name}”选择文件`}
              onClick={() => tickMaterial(itemId, name)}
            >
              选择文件
            </button>
            <Papers
              papers={(materials[name] ?? []).map((paper) => ({
                ...paper,
                key: String(paper.id),
                onDrop: () => untickPaper(itemId, name, paper.id),
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

/** The rows of the page's own list of materials, once something is to be shown in them. */
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
