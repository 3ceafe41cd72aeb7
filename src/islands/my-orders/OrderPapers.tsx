import { useEffect } from 'react'
import type { Order } from '../../lib/contract/orders/order.ts'
import { warmPicker } from '../../lib/stores/documents/picker.ts'
import { addPapers } from '../../lib/stores/orders/order-files.ts'
import { Papers } from '../parts/order/Papers.tsx'
import { useOrderDesk } from './use-order-desk.tsx'

/** The papers of an application by their materials. While more is asked for, the form of the answer has the list. */
export function OrderPapers({ order }: { order: Order }) {
  const { isOpen, papersOf, papersBeside, onPick, dialog } = useOrderDesk(order)
  const all = order.kind === 'application' ? order.fields.materials.map(({ name }) => name) : []
  const names = order.state === 'more-needed' ? [] : all
  const others = papersBeside(all)
  useEffect(() => {
    if (isOpen) warmPicker()
  }, [isOpen])
  if (!isOpen && order.files.length === 0) return null
  return (
    <section className="order-papers" aria-label="申报文件">
      <h3>{names.length > 0 ? '申报文件' : '其他文件'}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <span>{name}</span>
            {isOpen && (
              <button
                type="button"
                className="papers-pick"
                aria-label={`为“${name}”选择文件`}
                onClick={() => onPick(name)}
              >
                选择文件
              </button>
            )}
            <Papers papers={papersOf(name)} />
          </li>
        ))}
        <li>
          <span>{names.length > 0 ? '其他文件' : '补充的文件'}</span>
          {isOpen && (
            <button
              type="button"
              className="papers-pick"
              aria-label="为“其他文件”选择文件"
              onClick={() => addPapers()}
            >
              选择文件
            </button>
          )}
          <Papers papers={others} />
        </li>
      </ul>
      {dialog}
    </section>
  )
}
