import { Button } from 'antd'
import { useState } from 'react'
import { EXPORTED_LISTS, type ExportedList } from '../../lib/contract/operator/export.ts'
import { exportCsv } from '../../lib/stores/operator/list.ts'
import { showToast } from '../kit/toast.ts'
import './print.css'

interface Props {
  list: ExportedList
  /** As the list's call takes it; without the page. */
  filter: object
}

/** What can be done with a list as it is filtered: all of it as CSV, and the page that is shown on paper. */
export function ListTools({ list, filter }: Props) {
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const problem = await exportCsv(list, filter as Parameters<typeof exportCsv>[1])
    setBusy(false)
    if (problem) showToast(problem, 'error')
    else showToast(`${EXPORTED_LISTS[list]}已导出`)
  }
  return (
    <span className="desk-tools">
      <Button loading={isBusy} onClick={save}>
        导出 CSV
      </Button>
      <Button onClick={() => window.print()}>打印</Button>
    </span>
  )
}
