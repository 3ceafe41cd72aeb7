import { useStore } from '@nanostores/react'
import { stateName } from '../../lib/rules/orders/order-states.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { $others } from '../../lib/stores/declare/declare.ts'

/** What the company has declared, or begun to, for the same item. */
export function OthersNote() {
  const others = useStore($others)
  if (others.length === 0) return null
  const hasDraft = others.some(({ state }) => state === 'draft')
  return (
    <div className="declare-others" role="note">
      <p>
        {hasDraft
          ? '您企业还有一份这个事项的草稿，请注意不要重复申报。'
          : '您企业申报过这个事项，请先看看进度，避免重复申报。'}
      </p>
      <ul>
        {others.map(({ id, state, receipt_no, gmt_modified }) => (
          <li key={id}>
            <a href={`/mylist/1?poid=${id}`}>
              {receipt_no ?? '草稿'}（{stateName(state)}，{chinaDay(new Date(gmt_modified))}）
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
