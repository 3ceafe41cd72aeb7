import { useStore } from '@nanostores/react'
import { Button, Flex, Input, Tabs } from 'antd'
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
  /** Includes typing during the upload. */
  const remark = useRef('')
  const [added, setAdded] = useState(0)
  const [step, setStep] = useState<{ do: 'remark' | 'remove'; to: ChatFile }>()
  useEffect(() => {
    shelf.load()
  }, [shelf])

  async function add(file: File) {
    const stored = await uploadFile(file)
    if (!stored) return
    const sent = remark.current
    const problem = await shelf.add(stored, sent)
    if (problem) return showToast(`添加文件失败，${problem}`, 'error')
    if (remark.current === sent) {
      remark.current = ''
      setAdded((times) => times + 1)
    }
    showToast('添加文件成功')
  }

  if (state.status !== 'ready') return <PartState state={state} onRetry={shelf.load} />
  async function download(file: ChatFile) {
    const found = await shelf.findUrl(file)
    if ('url' in found) saveUrl(found.url)
    else showToast(found.text, 'error')
  }

  return (
    <>
      <h3>运营反馈文件</h3>
      <Flex gap="small">
        <Input
          key={added}
          aria-label="备注"
          placeholder="备注（可不填）"
          maxLength={REMARK_LIMIT}
          onChange={({ target }) => {
            remark.current = target.value
          }}
        />
        <FileChooser label="选择反馈文件" onChoose={add}>
          <Button>上传文件</Button>
        </FileChooser>
      </Flex>
      <FileRows files={state.admin} empty="暂无反馈文件" onDownload={download}>
        {(file) => (
          <>
            <Button size="small" onClick={() => setStep({ do: 'remark', to: file })}>
              修改备注
            </Button>
            <Button size="small" danger onClick={() => setStep({ do: 'remove', to: file })}>
              删除
            </Button>
          </>
        )}
      </FileRows>
      <h3>企业的服务文件</h3>
      <FileRows files={state.customer} empty="企业暂无文件" onDownload={download} />
      {step?.do === 'remark' && (
        <FormModal<{ remark: string }>
          title="修改备注"
          okText="保存"
          done="修改成功"
          initial={{ remark: step.to.remark }}
          onSubmit={(values) => shelf.remark(step.to, values.remark)}
          onClose={() => setStep(undefined)}
        >
          {/* No empty remarks (behaviour B7.8). */}
          <TextField name="remark" label="备注" schema={remarkText} rows={2} />
        </FormModal>
      )}
      {step?.do === 'remove' && (
        <FormModal
          title="删除这个文件？"
          okText="删除"
          danger
          done="删除成功"
          onSubmit={() => shelf.remove(step.to)}
          onClose={() => setStep(undefined)}
        >
          “{step.to.local_name}”删除后，企业也看不到它。
        </FormModal>
      )}
    </>
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
