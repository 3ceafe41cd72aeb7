import { Tabs, type TabsProps } from 'antd'

/** Tabs of the desk: the menu of those that do not fit has a Chinese name, and a hidden panel is gone. */
export function DeskTabs(props: TabsProps) {
  return <Tabs destroyOnHidden locale={{ dropdownAriaLabel: '更多' }} {...props} />
}
