import { useStore } from '@nanostores/react'
import { Alert, Button, Flex, Modal, Space } from 'antd'
import { useEffect, useState } from 'react'
import { compareVersions } from '../../lib/content/text/compare-versions.ts'
import { $documents, act, checkWhole, type ReadyDocument, unsavedOf } from './document.ts'
import { ProblemLines } from './ProblemLines.tsx'

/** Shows the changes that saving would write, for every changed file. */
export function SaveDialog({ onClose }: { onClose: () => void }) {
  const unsaved = unsavedOf(useStore($documents))
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const hasConflict = unsaved.some(({ conflict }) => conflict)
  const hasProblems = unsaved.some(({ problems }) => problems.length > 0)
  const save = async () => {
    setBusy(true)
    for (const { file } of unsaved) {
      const asked = await act('save', file)
      if (asked.ok) continue
      setBusy(false)
      return setTrouble(asked.text)
    }
    onClose()
  }
  return (
    <Modal
      open
      width="min(1400px, 94vw)"
      title={hasConflict ? '磁盘上的文件也被改过了' : '将要写入文件的修改'}
      onCancel={onClose}
      cancelText="继续修改"
      okText={hasProblems ? '仍然保存' : '保存到文件'}
      okButtonProps={{ loading: isBusy, disabled: unsaved.length === 0 || hasConflict }}
      onOk={save}
    >
      {trouble && <Alert type="error" showIcon title={trouble} />}
      {unsaved.length === 0 && <p>与磁盘上的文件一样，没有要保存的修改。</p>}
      {unsaved.map((open) => (
        <FileChanges key={open.file} document={open} />
      ))}
    </Modal>
  )
}

function FileChanges({
  document: { file, version, saved, text, conflict, ...open },
}: {
  document: ReadyDocument
}) {
  const [problems, setProblems] = useState(open.problems)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when the document is another
  useEffect(() => void checkWhole(file).then(setProblems), [file, version])
  return (
    <Flex vertical gap="small" component="section" aria-label={file}>
      <b>{file}</b>
      {conflict?.text === null && <Alert type="warning" showIcon title="磁盘上的这个文件已经被删除。" />}
      <ProblemLines problems={problems} />
      {conflict && <p>划掉的是磁盘上现在的内容，加底色的是您的内容。</p>}
      <Difference before={(conflict ? conflict.text : saved) ?? ''} after={text} />
      {conflict && (
        <Space wrap>
          <Button onClick={() => act('discard', file)}>用磁盘上的，我的可以撤销找回</Button>
          <Button type="primary" onClick={() => act('keep', file)}>
            用我的，保存时覆盖磁盘上的
          </Button>
        </Space>
      )}
    </Flex>
  )
}

const AROUND = 2

/** Shows a diff by line, and inside changed lines by word. */
function Difference({ before, after }: { before: string; after: string }) {
  const rows = compareVersions(before.split('\n'), after.split('\n'))
  const isNear = (at: number) =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same')
  if (rows.every(({ kind }) => kind === 'same')) return <p>与磁盘上的文件一样。</p>
  return (
    <div className="editor-difference">
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <pre key={place}>
          {row.kind === 'same' && (isNear(place) ? row.text : isNear(place - 1) && '…')}
          {row.kind === 'removed' && <del>{row.text}</del>}
          {row.kind === 'added' && <ins>{row.text}</ins>}
          {row.kind === 'changed' &&
            row.pieces.map(({ text, change }, at) => {
              const Piece = change === 'added' ? 'ins' : change === 'removed' ? 'del' : 'span'
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
              return <Piece key={at}>{text}</Piece>
            })}
        </pre>
      ))}
    </div>
  )
}
