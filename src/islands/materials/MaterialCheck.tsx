import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $materials, loadMaterials, tickMaterial, untickPaper } from '../../lib/stores/materials.ts'
import { warmPicker } from '../../lib/stores/picker.ts'
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
    loadMaterials(itemId)
    warmPicker()
  }, [itemId])
  const ready = names.filter((name) => (materials[name] ?? []).length > 0).length

  if (!isOpen && ready === 0) {
    return (
      <div className="papers">
        <button type="button" className="button" onClick={() => setOpen(true)}>
          用企业文件备齐材料
        </button>
        <span className="papers-note">存过的文件直接选用，不用重复上传</span>
      </div>
    )
  }
  return (
    <section className="papers papers-open" aria-label="我的材料">
      <p role="status">
        已备好 {ready}/{names.length} 项
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <span className="papers-name">{name}</span>
            <span className="papers-files">
              {(materials[name] ?? []).map(({ id, local_name }) => (
                <span key={id} className="paper">
                  {local_name}
                  <button
                    type="button"
                    aria-label={`不用“${local_name}”`}
                    onClick={() => untickPaper(itemId, name, id)}
                  >
                    ×
                  </button>
                </span>
              ))}
            </span>
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
      <p className="papers-note">
        选好的文件记在这台设备上，开始申报时带入；管理文件请到<a href="/documents">企业文件</a>。
      </p>
    </section>
  )
}
