import { useStore } from '@nanostores/react'
import { $view, contentOf, openPlace } from '../../../lib/stores/documents/view.ts'

/** The path of the folder that is shown, from the top down. */
export function Crumbs() {
  const view = useStore($view)
  const { path } = contentOf(view)
  const { place } = view
  return (
    <nav className="crumbs" aria-label="当前位置">
      <button
        type="button"
        aria-current={place.kind === 'top' ? 'location' : undefined}
        onClick={() => openPlace({ kind: 'top' })}
      >
        全部文件
      </button>
      {path.map(({ id, name }, index) => (
        <button
          key={id}
          type="button"
          aria-current={index === path.length - 1 ? 'location' : undefined}
          onClick={() => openPlace({ kind: 'folder', id })}
        >
          {name}
        </button>
      ))}
      {place.kind === 'search' && <span aria-current="location">搜索“{place.text}”</span>}
    </nav>
  )
}
