import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $materials, followMaterials, tickMaterial, untickPaper } from '../../lib/stores/declare/materials.ts'
import { warmPicker } from '../../lib/stores/documents/picker.ts'
import { Papers } from '../parts/order/Papers.tsx'
import './materials.css'

interface Props {
  itemId: number
  /** Names of the materials. */
  names: readonly string[]
}

/** Which materials of a policy the company has among its documents; they wait here for the application. */
export function MaterialCheck({ itemId, names }: Props) {
  const materials = useStore($materials, { ssr: 'initial' })
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    warmPicker()
    return followMaterials(itemId)
  }, [itemId])
  const ready = names.filter((name) => (materials[name] ?? []).some(({ isGone }) => !isGone)).length

  if (!isOpen && Object.values(materials).every((papers) => papers.length === 0)) {
    return (
      <div className="material-check no-print">
        <button type="button" className="button" onClick={() => setOpen(true)}>
          用企业文件备齐材料
        </button>
        <span className="material-check-note">已存文件可直接选用，无需重复上传</span>
      </div>
    )
  }
  return (
    <section className="material-check-open" aria-label="我的材料">
      <p role="status">
        已备好 {ready}/{names.length} 项
      </p>
      <ul className="material-check-list">
        {names.map((name) => (
          <li key={name}>
            <span>{name}</span>
            <Papers
              papers={(materials[name] ?? []).map((paper) => ({
                ...paper,
                key: String(paper.id),
                onDrop: () => untickPaper(itemId, name, paper.id),
              }))}
            />
            <button
              type="button"
              className="papers-pick"
              aria-label={`为“${name}”选择文件`}
              onClick={() => tickMaterial(itemId, name)}
            >
              选择文件
            </button>
          </li>
        ))}
      </ul>
      <p className="material-check-note">
        选好的文件记录在本设备，提交申报时一并附上；管理文件请到<a href="/documents">企业文件</a>。
      </p>
    </section>
  )
}
