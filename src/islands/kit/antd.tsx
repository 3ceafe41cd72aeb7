/** What antd leaves to each place of use, decided once for the desk and the workbench. */
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

// The names of months and days, which the pickers take from there.
dayjs.locale('zh-cn')

/** The page links antd.css. What antd writes beside it, its own variables, goes where it is not seen. */
const NOWHERE = document.createElement('div')
/** Of dialogs: in the body itself antd would lock its scrolling by a style element. */
const LAYERS = document.body.appendChild(document.createElement('div'))

// The page takes its animations away for who wants none (global.css); antd would wait for their end.
const motion = !matchMedia('(prefers-reduced-motion: reduce)').matches
const theme = { ...THEME, zeroRuntime: true, token: { ...THEME.token, motion } }

/** The same ones that antd takes, without their English names: each stands beside a word, or in a button that has a name. */
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

/** Lists and menus belong to the dialog or the landmark they are opened from; antd puts them behind everything. */
function landmarkOf(trigger?: HTMLElement): HTMLElement {
  // The element with the role of a dialog lets clicks through, only what is in it does not.
  return (
    trigger?.closest<HTMLElement>('.ant-modal-container, [role=dialog], main, header, .editor-head') ?? LAYERS
  )
}

/** For Select and AutoComplete: the list has the name of its field. */
export const NAMED_LIST = {
  popupRender: (list: ReactElement) => <NamedList>{list}</NamedList>,
}

function NamedList({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  // After each change: it may be another element.
  useEffect(() => {
    const list = place.current?.querySelector('[id$=_list]')
    const field = list && document.getElementById(list.id.replace(/_list$/, ''))
    if (!(field instanceof HTMLInputElement)) return
    const name = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent
    if (name) list?.setAttribute('aria-label', name)
    // Without a hit it says so, and is no list, and antd points at an option that is not there. The element is the same one
    // when hits come, and React does not know that its role was another.
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
