/** What antd leaves to each place of use, decided once for the desk and the workbench. */
import { StyleProvider } from '@ant-design/cssinjs'
import { Select as AntdSelect, ConfigProvider, type SelectProps } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { useDeskTheme } from './use-desk-theme.ts'

export function AntdRoot({ children }: { children: ReactNode }) {
  const theme = useDeskTheme()
  return (
    <StyleProvider layer>
      <ConfigProvider
        locale={zhCN}
        theme={theme}
        button={{ autoInsertSpace: false }}
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
    trigger?.closest<HTMLElement>('.ant-modal-container, [role=dialog], main, header, .editor-head') ??
    document.body
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

export function Select<Value>(props: SelectProps<Value>) {
  return <AntdSelect<Value> {...NAMED_LIST} {...props} />
}
