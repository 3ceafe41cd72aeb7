import type { TypedFields } from '../../../lib/contract/orders/draft.ts'
import { Papers, type ShownPaper } from './Papers.tsx'

type Materials = TypedFields['materials']

export interface PaperDesk {
  papersOf: (material: string) => readonly ShownPaper[]
  onPick: (material: string) => void
  /** Accepts files of the device; without it, only stored documents can be chosen. */
  onBring?: (material: string, files: readonly File[]) => void
}

interface Props {
  materials: Materials
  notes: Readonly<Record<string, string>>
  desk?: PaperDesk | undefined
  onChange: (materials: Materials) => void
}

function isThere({ coming }: ShownPaper): boolean {
  return coming === undefined
}

export function MaterialList({ materials, notes, desk, onChange }: Props) {
  const rows = materials.map((each) => {
    const papers = desk?.papersOf(each.name) ?? []
    return { ...each, papers, isReady: each.ready || papers.some(isThere) }
  })
  const ready = rows.filter(({ isReady }) => isReady).length
  const tick = (name: string, isReady: boolean) =>
    onChange(materials.map((each) => (each.name === name ? { ...each, ready: isReady } : each)))
  return (
    <section className="order-materials">
      <h3 className="wrap">
        核对材料
        <span className="soft figures" role="status">
          已备齐 {ready} / {materials.length} 项
        </span>
      </h3>
      <ul className="order-checks">
        {rows.map((each) => (
          <li key={each.name}>
            <label>
              <input
                type="checkbox"
                checked={each.isReady}
                // Documents have their own remove buttons.
                disabled={each.papers.length > 0}
                onChange={(event) => tick(each.name, event.target.checked)}
              />
              <span>
                {each.name}
                {notes[each.name] && <small>{notes[each.name]}</small>}
              </span>
            </label>
            {desk && (
              <span className="order-ways">
                {desk.onBring && (
                  <label className="link papers-pick order-bring">
                    上传
                    <input
                      type="file"
                      multiple
                      className="visually-hidden"
                      aria-label={`为“${each.name}”上传文件`}
                      onChange={({ target }) => {
                        desk.onBring?.(each.name, [...(target.files ?? [])])
                        // Otherwise choosing the same file again would fire no change event.
                        target.value = ''
                      }}
                    />
                  </label>
                )}
                <button
                  type="button"
                  className="link papers-pick"
                  aria-label={`为“${each.name}”选择文件`}
                  onClick={() => desk.onPick(each.name)}
                >
                  选择文件
                </button>
              </span>
            )}
            <Papers papers={each.papers} />
          </li>
        ))}
      </ul>
    </section>
  )
}
