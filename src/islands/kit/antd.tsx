/** Decisions about antd that the desk and the workbench share. */
import { StyleProvider } from '@ant-design/cssinjs'
import {
  CalendarOutlined,
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  CloseOutlined,
  DownOutlined,
  EllipsisOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
  LoadingOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { Select as AntdSelect, ConfigProvider, type SelectProps } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { THEME } from './antd-theme.ts'

// The date pickers use dayjs's names of months and days.
dayjs.locale('zh-cn')

/** The page links antd.css; antd's own variables go into an unused element. */
const NOWHERE = document.createElement('div')
/** Container of dialogs: in the body itself antd would lock scrolling by a style element. */
const LAYERS = document.body.appendChild(document.createElement('div'))

// global.css removes animations for reduced motion; antd would wait for their end.
const motion = !matchMedia('(prefers-reduced-motion: reduce)').matches
const theme = { ...THEME, zeroRuntime: true, token: { ...THEME.token, motion } }

/** antd's own icons without their English names: each is beside a word, or in a named button. */
const ICONS = {
  calendar: <CalendarOutlined aria-hidden />,
  clear: <CloseCircleFilled aria-hidden />,
  clock: <ClockCircleOutlined aria-hidden />,
  down: <DownOutlined aria-hidden />,
  info: <InfoCircleFilled aria-hidden />,
  loading: <LoadingOutlined aria-hidden />,
  more: <EllipsisOutlined aria-hidden />,
  remove: <CloseOutlined aria-hidden />,
  search: <SearchOutlined aria-hidden />,
  success: <CheckCircleFilled aria-hidden />,
  warning: <ExclamationCircleFilled aria-hidden />,
}

export function AntdRoot({ children }: { children: ReactNode }) {
  return (
    <StyleProvider container={NOWHERE}>
      <ConfigProvider
        locale={zhCN}
        theme={theme}
        button={{ autoInsertSpace: false, loadingIcon: ICONS.loading }}
        select={{
          suffixIcon: ICONS.down,
          loadingIcon: ICONS.loading,
          removeIcon: ICONS.remove,
          clearIcon: ICONS.clear,
        }}
        modal={{ closeIcon: ICONS.remove, warningIcon: ICONS.warning }}
        drawer={{ closeIcon: ICONS.remove }}
        datePicker={{ suffixIcon: ICONS.calendar, clearIcon: ICONS.clear }}
        timePicker={{ suffixIcon: ICONS.clock, clearIcon: ICONS.clear }}
        tabs={{ more: { icon: ICONS.more } }}
        alert={{
          infoIcon: ICONS.info,
          successIcon: ICONS.success,
          warningIcon: ICONS.warning,
          errorIcon: ICONS.clear,
          closeIcon: ICONS.remove,
        }}
        getPopupContainer={landmarkOf}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  )
}

/** Places lists and menus in the dialog or landmark of their trigger; antd appends them to the body. */
function landmarkOf(trigger?: HTMLElement): HTMLElement {
  // The dialog's element lets clicks through; its content does not.
  return (
    trigger?.closest<HTMLElement>('.ant-modal-container, [role=dialog], main, header, .editor-head') ?? LAYERS
  )
}

/** Props for Select and AutoComplete: the list gets the name of its field. */
export const NAMED_LIST = {
  popupRender: (list: ReactElement) => <NamedList>{list}</NamedList>,
}

function NamedList({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  // After each change, because the element may differ.
  useEffect(() => {
    const list = place.current?.querySelector('[id$=_list]')
    const field = list && document.getElementById(list.id.replace(/_list$/, ''))
    if (!(field instanceof HTMLInputElement)) return
    const name = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent
    if (name) list?.setAttribute('aria-label', name)
    // Without a hit the list is a message, and antd points at a missing option. React keeps the element when hits
    // arrive and does not know the changed role.
    const isEmpty = list?.matches('.ant-select-item-empty') ?? false
    list?.setAttribute('role', isEmpty ? 'status' : 'listbox')
    if (!isEmpty) return
    field.removeAttribute('aria-activedescendant')
  })
  return <div ref={place}>{children}</div>
}

export function Select<Value>({ showSearch, ...props }: SelectProps<Value>) {
  const isSearched = showSearch ?? props.mode !== undefined
  const search = isSearched && { searchIcon: ICONS.search, ...(showSearch === true ? undefined : showSearch) }
  return <AntdSelect<Value> {...NAMED_LIST} {...props} showSearch={search} />
}
