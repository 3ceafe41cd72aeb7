import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { $view, type DocumentItem, openPlace } from '../../../lib/stores/documents/view.ts'
import {
  $viewChoice,
  chooseView,
  SORT_KEYS,
  type SortKey,
} from '../../../lib/stores/documents/view-choice.ts'
import { Icon } from '../../kit/Icon.tsx'

const SORT_NAMES: Record<SortKey, string> = { name: '名称', time: '时间', size: '大小', kind: '类型' }

interface Props {
  onNewFolder: () => void
  chosen: readonly DocumentItem[]
  onDelete: (items: readonly DocumentItem[]) => void
}

export function Toolbar({ onNewFolder, chosen, onDelete }: Props) {
  const { layout, order } = useStore($viewChoice)
  const [text, setText] = useState('')
  const searched = useRef('')
  const { place } = useStore($view)
  // Leaving the results clears the search, but keeps text typed since.
  useEffect(() => {
    if (place.kind !== 'search') setText((typed) => (typed.trim() === searched.current ? '' : typed))
    searched.current = place.kind === 'search' ? place.text : ''
  }, [place])
  const isGrid = layout === 'grid'
  return (
    <div className="wrap explorer-tools">
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            openPlace(text.trim() === '' ? { kind: 'top' } : { kind: 'search', text: text.trim() })
          }}
        >
          <input
            type="search"
            className="field"
            aria-label="搜索全部文件夹"
            placeholder="搜索全部文件夹"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" className="icon tool-find" aria-label="搜索" title="搜索">
            <Icon name="search" />
          </button>
        </form>
      </search>
      <span className="wrap tool-group">
        <select
          className="tool-sort"
          aria-label="排序"
          value={`${order.by}${order.descending ? '-' : ''}`}
          onChange={({ target: { value } }) =>
            chooseView({
              order: { by: value.replace('-', '') as SortKey, descending: value.endsWith('-') },
            })
          }
        >
          {SORT_KEYS.flatMap((key) => [
            <option key={key} value={key}>{`${SORT_NAMES[key]} ↑`}</option>,
            <option key={`${key}-`} value={`${key}-`}>{`${SORT_NAMES[key]} ↓`}</option>,
          ])}
        </select>
        <button
          type="button"
          className="icon"
          aria-label={isGrid ? '改为列表' : '改为网格'}
          title={isGrid ? '改为列表' : '改为网格'}
          onClick={() => chooseView({ layout: isGrid ? 'list' : 'grid' })}
        >
          <Icon name={isGrid ? 'list' : 'grid'} />
        </button>
        <button type="button" className="button button-text tool-new" onClick={onNewFolder}>
          <Icon name="plus" size={16} />
          新建文件夹
        </button>
        {chosen.length > 0 && (
          <button type="button" className="button button-text tool-delete" onClick={() => onDelete(chosen)}>
            删除 {formatNumber(chosen.length)} 项
          </button>
        )}
      </span>
    </div>
  )
}
