import type { TypedFields } from '../../../lib/contract/draft.ts'

type Materials = TypedFields['materials']

interface Props {
  materials: Materials
  notes: Readonly<Record<string, string>>
  onChange: (materials: Materials) => void
}

/** 材料清单, ticked by hand. */
export function MaterialList({ materials, notes, onChange }: Props) {
  const ready = materials.filter((each) => each.ready).length
  const tick = (name: string, isReady: boolean) =>
    onChange(materials.map((each) => (each.name === name ? { ...each, ready: isReady } : each)))
  return (
    <section className="order-materials">
      <h3>
        先核对材料
        <span role="status">
          已备齐 {ready} / {materials.length} 项
        </span>
      </h3>
      <ul>
        {materials.map((each) => (
          <li key={each.name}>
            <label>
              <input
                type="checkbox"
                checked={each.ready}
                onChange={(event) => tick(each.name, event.target.checked)}
              />
              <span>
                {each.name}
                {notes[each.name] && <small>{notes[each.name]}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
}
