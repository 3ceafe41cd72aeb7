import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement, type ReactElement } from 'react'

const NAMES = {
  prev: '上一页',
  next: '下一页',
  'jump-prev': '向前五页',
  'jump-next': '向后五页',
  page: undefined,
}

/** Names the buttons of a pagination that only have an icon. */
export const pageItem: NonNullable<PaginationProps['itemRender']> = (_, type, item) =>
  NAMES[type] !== undefined && isValidElement(item)
    ? cloneElement(item as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': NAMES[type] })
    : item
