import { useStore } from '@nanostores/react'
import { Button, Input, Modal, Tabs } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { saveUrl } from '../../../lib/browser/save-file.ts'
import { type ChatFile, REMARK_LIMIT, remark as remarkText } from '../../../lib/contract/chat/chat-file.ts'
import type { Shelf } from '../../../lib/conversation/shelf.ts'
import { formatBytes } from '../../../lib/rules/text/format-number.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { $dialogue } from '../../../lib/stores/operator/dialogue.ts'
import { FileBadge } from '../../kit/FileBadge.tsx'
import { showToast } from '../../kit/toast.ts'
import { FormModal, TextField } from '../FormModal.tsx'
import { PartState } from '../ListTable.tsx'
import { useShortcut } from '../shortcuts.tsx'
import { FileChooser, uploadFile } from './Composer.tsx'
import { companyTabs } from './company-facts.tsx'
import '../../parts/conversation/chat.css'

/** Beside the dialogue: profile, applications, matched policies and files of the company. */
export function CompanyPane() {
  const state = useStore($dialogue)
  const pane = useRef<HTMLElement>(null)
  useShortcut('company', () => pane.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus())
  if (state.status !== 'ready') return null
  const { id, company } = state.conversation
  const files = { key: 'files', label: '文件', children: <FeedbackFiles key={id} shelf={state.shelf} /> }
  return (
    <aside ref={pane} className="company-pane" aria-label="企业资料">
      <Tabs destroyOnHidden items={[...companyTabs(company.id), files]} />
    </aside>
  )
}

/** 运营反馈文件, which operators upload, and the company's 我的服务文件, which they can read. */
function FeedbackFiles({ shelf }: { shelf: Shelf }) {
  const state = useStore(shelf.$state)
  const [remark, setRemark] = useState('')
  /** Includes typing during the upload. */
  const latestRemark = useRef('')
  const [isLoadingMore, setLoadingMore] = useState(false)
  const [edited, setEdited] = useState<ChatFile | null>(null)
  const [modal, modals] = Modal.useModal()
  useEffect(() => {
    shelf.load()
  }, [shelf])

  function writeRemark(text: string): void {
    latestRemark.current = text
    setRemark(text)
  }

  async function add(file: File) {
    const stored = await uploadFile(file)
    if (!stored) return
    const sent = latestRemark.current
    const problem = await shelf.add(stored, sent)
    if (problem) return showToast(`添加文件失败，${problem}`, 'error')
    if (latestRemark.current === sent) writeRemark('')
    showToast('添加文件成功')
  }

  async function loadMore() {
    setLoadingMore(true)
    const problem = await shelf.loadMore()
    setLoadingMore(false)
    if (problem) showToast(problem, 'error')
  }

  async function askToDelete(file: ChatFile) {
    const isSure = await modal.confirm({
      title: '删除这个文件？',
      content: `“${file.local_name}”删除后，企业也看不到它。`,
      okButtonProps: { danger: true },
    })
    if (!isSure) return
    const problem = await shelf.remove(file)
    if (problem) showToast(problem, 'error')
    else showToast('删除成功')
  }

  if (state.status !== 'ready') return <PartState state={state} onRetry={shelf.load} />
  async function download(file: ChatFile) {
    const found = await shelf.findUrl(file)
    if ('url' in found) saveUrl(found.url)
    else showToast(found.text, 'error')
  }

  return (
    <div className="pane-files">
      {modals}
      <h3>运营反馈文件</h3>
      <div className="pane-add">
        <Input
          aria-label="备注"
          placeholder="备注（可不填）"
          maxLength={REMARK_LIMIT}
          value={remark}
          onChange={({ target }) => writeRemark(target.value)}
        />
        <FileChooser label="选择反馈文件" onChoose={add}>
          <Button>上传文件</Button>
        </FileChooser>
      </div>
      <FileRows files={state.admin} empty="暂无反馈文件" onDownload={download}>
        {(file) => (
          <>
            <Button size="small" onClick={() => setEdited(file)}>
              修改备注
            </Button>
            <Button size="small" danger onClick={() => askToDelete(file)}>
              删除
            </Button>
          </>
        )}
      </FileRows>
      <h3>企业的服务文件</h3>
      <FileRows files={state.customer} empty="企业暂无文件" onDownload={download} />
      {state.more && (
        <Button loading={isLoadingMore} onClick={loadMore}>
          查看更多文件
        </Button>
      )}
      {edited && (
        <FormModal<{ remark: string }>
          title="修改备注"
          okText="保存"
          done="修改成功"
          initial={{ remark: edited.remark }}
          onSubmit={(values) => shelf.remark(edited, values.remark)}
          onClose={() => setEdited(null)}
        >
          {/* No empty remarks (behaviour B7.8). */}
          <TextField name="remark" label="备注" schema={remarkText} rows={2} />
        </FormModal>
      )}
    </div>
  )
}

interface RowsProps {
  files: readonly ChatFile[]
  empty: string
  onDownload: (file: ChatFile) => void
  children?: (file: ChatFile) => React.ReactNode
}

function FileRows({ files, empty, onDownload, children }: RowsProps) {
  if (files.length === 0) return <p className="desk-soft">{empty}</p>
  return (
    <ul className="pane-rows">
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" className="pane-file" onClick={() => onDownload(file)}>
            <FileBadge name={file.local_name} />
            <span>{file.local_name}</span>
          </button>
          {file.remark && <p>{file.remark}</p>}
          <span className="pane-meta">
            <span>{formatBytes(file.size)}</span>
            <time dateTime={file.gmt_modified}>{formatMoment(file.gmt_modified)}</time>
            <span>{file.admin_name ?? file.startup_name}</span>
          </span>
          {children && <span className="desk-actions">{children(file)}</span>}
        </li>
      ))}
    </ul>
  )
}
