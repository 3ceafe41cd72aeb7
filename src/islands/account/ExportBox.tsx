import { useStore } from '@nanostores/react'
import { formatStorage } from '../../lib/rules/files/storage-units.ts'
import { $export, cancelExport, startExport } from '../../lib/stores/company/export.ts'

/** 导出: one file with everything, how much of it has arrived, and what went wrong if anything did. */
export function ExportBox() {
  const state = useStore($export)
  const isRunning = state.status === 'running'
  return (
    <>
      <h3>导出全部数据</h3>
      <p className="company-soft">
        一个 JSON
        文件：档案、成员、回答、关注、提醒、消息、申报和每一步进度、咨询、预约，以及文件清单。文件本身请在
        <a href="/documents">企业文件</a>里下载。
      </p>
      <div className="company-acts">
        <button
          type="button"
          className="button"
          aria-busy={isRunning}
          disabled={isRunning}
          onClick={startExport}
        >
          {isRunning ? '正在导出…' : '导出全部数据'}
        </button>
        {isRunning && (
          <button type="button" className="button" onClick={cancelExport}>
            停止
          </button>
        )}
      </div>
      {isRunning && (
        <p className="export-progress">
          <progress aria-label="导出进度" />
          已收到 {formatStorage(state.bytes)}
        </p>
      )}
      <p
        className={state.status === 'failed' ? 'company-failed' : 'company-saved'}
        role={state.status === 'failed' ? 'alert' : 'status'}
      >
        {state.status === 'failed' && `没有导出成功：${state.text}`}
        {state.status === 'done' &&
          `已导出 ${state.name}（${formatStorage(state.bytes)}），请在浏览器的下载里查看。`}
      </p>
    </>
  )
}
