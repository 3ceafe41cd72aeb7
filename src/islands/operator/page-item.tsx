import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'

type Item = ReactElement<{ 'aria-label'?: string; children?: ReactNode }>

/** Names the parts of a pagination that only have an icon. */
export const pageItem: NonNullable<PaginationProps['itemRender']> = (_, type, item) => {
  if (!isValidElement(item)) return item
  if (type === 'prev') return cloneElement(item as Item, { 'aria-label': '上一页' })
  if (type === 'next') return cloneElement(item as Item, { 'aria-label': '下一页' })
  if (type === 'jump-prev') return withName(item as Item, '向前五页')
  if (type === 'jump-next') return withName(item as Item, '向后五页')
  return item
}

/** For an element without a role, which may have no label of its own. */
function withName(item: Item, name: string): ReactNode {
  return cloneElement(item, {}, item.props.children, <span className="visually-hidden">{name}</span>)
}
