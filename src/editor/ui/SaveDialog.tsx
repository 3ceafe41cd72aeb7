import { useStore } from '@nanostores/react'
import { Alert, Button, Modal, Skeleton, Space } from 'antd'
import { diffLines, diffWordsWithSpace } from 'diff'
import { useEffect, useState } from 'react'
import { compareDocument } from '../calls.ts'
import {
  $documents,
  ask,
  checkWhole,
  type ReadyDocument,
  saveDocument,
  settle,
  settled,
  undo,
  unsavedOf,
} from './document.ts'
import { ProblemLines } from './ProblemLines.tsx'

type Take = 'mine' | 'theirs' | 'merge'
/** How a conflict was settled, and what found no place. */
interface Outcome {
  take: Take
  left: string[]
}

/** What saving would write, before it is written, of every file that was changed here. */
export function SaveDialog({ onClose }: { onClose: () => void }) {
  const documents = useStore($documents)
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({})
  const [trouble, setTrouble] = useState<string | null>(null)
  /** Which version of a file has been compared and checked. */
  const [seen, setSeen] = useState<Record<string, number>>({})
  const [isBusy, setBusy] = useState(false)
  const unsaved = unsavedOf(documents)
  const shown = Object.values(documents).filter(
    (state) => state.status === 'ready' && (unsaved.includes(state) || state.file in outcomes),
  ) as ReadyDocument[]
  const hasConflict = unsaved.some(({ conflict }) => conflict)
  const hasProblems = unsaved.some(({ problems }) => problems.length > 0)
  // Before, nobody knows what is saved, and the button moves under the hand when the difference comes.
  const isSeen = unsaved.every(({ file, version }) => seen[file] === version)
  const save = async () => {
    setBusy(true)
    for (const { file } of unsaved) {
      const asked = await saveDocument(file)
      if (asked.ok) continue
      setBusy(false)
      // Of what changed on disk meanwhile, both versions are shown instead.
      return setTrouble(asked.failure.reason === 'changed_on_disk' ? null : asked.failure.text)
    }
    onClose()
  }
  return (
    <Modal
      open
      width="min(1400px, 94vw)"
      title={hasConflict ? '磁盘上的文件也被改过了' : '将要写入文件的修改'}
      onCancel={onClose}
      footer={[
        <Button key="back" onClick={onClose}>
          继续修改
        </Button>,
        !hasConflict && (
          <Button
            key="save"
            type="primary"
            loading={isBusy}
            disabled={unsaved.length === 0 || !isSeen}
            onClick={save}
          >
            {hasProblems ? '仍然保存' : '保存到文件'}
          </Button>
        ),
      ]}
    >
      {trouble && <Alert type="error" showIcon title={trouble} />}
      {shown.length === 0 && <p>与磁盘上的文件一样，没有要保存的修改。</p>}
      {shown.map((open) => (
        <FileChanges
          key={open.file}
          document={open}
          outcome={outcomes[open.file]}
          onSeen={(version) => setSeen((all) => ({ ...all, [open.file]: version }))}
          onSettled={(outcome) => setOutcomes({ ...outcomes, [open.file]: outcome })}
        />
      ))}
    </Modal>
  )
}

const TAKEN: Record<Take, string> = {
  theirs: '已换成磁盘上的内容，您的内容可以找回。',
  mine: '保留了您的内容，保存时覆盖磁盘上的；磁盘上的内容保存以后也可以找回。',
  merge: '已在磁盘上的基础上加上您的修改，两个版本都可以找回。',
}

const WAYS: [take: Take, label: string][] = [
  ['theirs', '用磁盘上的，放弃我的'],
  ['mine', '用我的，覆盖磁盘上的'],
  ['merge', '在磁盘上的基础上加上我的修改'],
]

interface ChangesProps {
  document: ReadyDocument
  outcome: Outcome | undefined
  onSeen: (version: number) => void
  onSettled: (outcome: Outcome) => void
}

function FileChanges({ document: open, outcome, onSeen, onSettled }: ChangesProps) {
  const { file, version, conflict } = open
  const [texts, setTexts] = useState<{ saved: string | null; text: string } | { failure: string }>()
  const [problems, setProblems] = useState(open.problems)
  const [isBusy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when the document is another
  useEffect(() => {
    let isGone = false
    const look = async () => {
      await settled(file)
      const asked = await ask(compareDocument, { file })
      if (isGone) return
      setTexts(asked.ok ? asked.answer : { failure: asked.failure.text })
      if (!asked.ok) return
      const found = await checkWhole(file)
      if (isGone) return
      setProblems(found)
      onSeen(version)
    }
    void look()
    return () => {
      isGone = true
    }
  }, [file, version, conflict])
  const take = async (way: Take) => {
    setBusy(true)
    onSettled({ take: way, left: await settle(file, way) })
    setBusy(false)
  }
  return (
    <section className="editor-changes" aria-label={file}>
      <h3>{file}</h3>
      {texts === undefined && <Skeleton active title={false} />}
      {texts && 'failure' in texts && <Alert type="error" showIcon title={texts.failure} />}
      {conflict?.text === null && <Alert type="warning" showIcon title="磁盘上的这个文件已经被删除。" />}
      {!conflict && outcome && (
        <Alert
          type={outcome.left.length > 0 ? 'warning' : 'info'}
          showIcon
          title={TAKEN[outcome.take]}
          description={
            outcome.left.length > 0 && (
              <>
                下面的修改在新的版本里找不到位置，没有加上，请手工处理：
                <pre>{outcome.left.join('\n\n')}</pre>
              </>
            )
          }
          action={
            <Button disabled={!open.canUndo} onClick={() => undo(file)}>
              撤销
            </Button>
          }
        />
      )}
      <ProblemLines problems={problems} />
      {texts && 'text' in texts && (
        <Difference before={texts.saved ?? ''} after={texts.text} isConflict={conflict !== null} />
      )}
      {conflict && (
        <Space wrap>
          {WAYS.map(([way, label]) => (
            <Button
              key={way}
              type={way === 'merge' ? 'primary' : 'default'}
              disabled={isBusy}
              onClick={() => take(way)}
            >
              {label}
            </Button>
          ))}
        </Space>
      )}
    </section>
  )
}

/** Lines around a change that are shown. */
const AROUND = 2
const WORDS = { intlSegmenter: new Intl.Segmenter('zh', { granularity: 'word' }) }

/** Line by line, and in a line that was changed word by word; of a conflict, the two versions side by side. */
function Difference({ before, after, isConflict }: { before: string; after: string; isConflict: boolean }) {
  const parts = diffLines(before, after)
  if (parts.every(({ added, removed }) => !added && !removed)) return <p>与磁盘上的文件一样。</p>
  return (
    <div className={isConflict ? 'editor-difference sides' : 'editor-difference'}>
      {isConflict && (
        <>
          <h4 className="removed">磁盘上的内容</h4>
          <h4 className="added">您的内容</h4>
        </>
      )}
      {parts.map(({ value, added, removed }, place) => {
        const [last, next] = [parts[place - 1], parts[place + 1]]
        const other = removed && next?.added ? next : added && last?.removed ? last : undefined
        const kind = added ? 'added' : removed ? 'removed' : undefined
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <pre key={place} className={kind}>
            {!kind && around(value, place > 0, next !== undefined)}
            {kind && !other && value}
            {other && (removed ? words(value, other.value, 'removed') : words(other.value, value, 'added'))}
          </pre>
        )
      })}
    </div>
  )
}

/** One of two versions of lines, with the words marked that the other one has not. */
function words(before: string, after: string, side: 'removed' | 'added') {
  const Mark = side === 'removed' ? 'del' : 'ins'
  return diffWordsWithSpace(before, after, WORDS)
    .filter((part) => (side === 'removed' ? !part.added : !part.removed))
    .map(({ value, added, removed }, place) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name
      added || removed ? <Mark key={place}>{value}</Mark> : value,
    )
}

/** Of lines that stay, those beside a change. */
function around(value: string, isBehind: boolean, isBefore: boolean): string {
  const lines = value.replace(/\n$/, '').split('\n')
  if (lines.length <= AROUND * 2 + 1) return value
  return [
    ...(isBehind ? lines.slice(0, AROUND) : []),
    '…',
    ...(isBefore ? lines.slice(-AROUND) : []),
    '',
  ].join('\n')
}
