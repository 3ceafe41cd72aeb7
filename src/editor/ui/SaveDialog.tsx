import { Alert, Button, Modal } from 'antd'
import { diffLines, diffWordsWithSpace } from 'diff'
import { useEffect, useState } from 'react'
import { compareDocument } from '../calls.ts'
import { ask, checkWhole, type ReadyDocument, saveDocument, settle, settled } from './document.ts'

type Texts =
  | { status: 'asking' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; saved: string; text: string }

/** What saving would write, before it is written; where the disk has changed, both versions and the ways on. */
export function SaveDialog({ document: open, onClose }: { document: ReadyDocument; onClose: () => void }) {
  const { file, version, conflict } = open
  const [texts, setTexts] = useState<Texts>({ status: 'asking' })
  const [problems, setProblems] = useState(open.problems)
  const [left, setLeft] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when the document is another
  useEffect(() => {
    let isGone = false
    const look = async () => {
      await settled(file)
      const asked = await ask(compareDocument, { file })
      if (isGone) return
      if (!asked.ok) return setTexts({ status: 'failed', text: asked.failure.text })
      setTexts({ status: 'ready', saved: asked.answer.saved ?? '', text: asked.answer.text })
      const found = await checkWhole(file)
      if (!isGone) setProblems(found)
    }
    void look()
    return () => {
      isGone = true
    }
  }, [file, version, conflict])
  const doing = (act: () => Promise<unknown>) => async () => {
    setBusy(true)
    await act()
    setBusy(false)
  }
  const save = doing(async () => {
    const asked = await saveDocument(file)
    if (asked.ok) onClose()
    else if (asked.failure.reason === 'failed') setTexts({ status: 'failed', text: asked.failure.text })
  })
  const take = (way: 'mine' | 'theirs' | 'merge') => doing(async () => setLeft(await settle(file, way)))
  return (
    <Modal
      open
      width="min(1100px, 94vw)"
      title={conflict ? '磁盘上的文件也被改过了' : '将要写入文件的修改'}
      onCancel={onClose}
      footer={
        conflict ? (
          <div className="editor-ways">
            <Button disabled={isBusy} onClick={take('theirs')}>
              用磁盘上的，放弃我的
            </Button>
            <Button disabled={isBusy} onClick={take('mine')}>
              用我的，覆盖磁盘上的
            </Button>
            <Button type="primary" disabled={isBusy} onClick={take('merge')}>
              在磁盘上的基础上加上我的修改
            </Button>
          </div>
        ) : (
          <div className="editor-ways">
            <Button onClick={onClose}>继续修改</Button>
            <Button type="primary" loading={isBusy} disabled={texts.status !== 'ready'} onClick={save}>
              {problems.length > 0 ? '仍然保存' : '保存到文件'}
            </Button>
          </div>
        )
      }
    >
      {texts.status === 'asking' && <p>正在比较…</p>}
      {texts.status === 'failed' && <Alert type="error" title={texts.text} />}
      {conflict?.text === null && <Alert type="warning" title="磁盘上的这个文件已经被删除。" />}
      {left.length > 0 && (
        <Alert
          type="warning"
          title="下面的修改在新的版本里找不到位置，没有加上，请手工处理（点“撤销”可以回到合并之前）："
          description={<pre>{left.join('\n\n')}</pre>}
        />
      )}
      {problems.length > 0 && (
        <Alert
          type="warning"
          title="还有需要修改的地方，改好以前不能构建："
          description={
            <ul>
              {problems.map(({ line, field, expected, found }) => (
                <li key={`${line} ${field} ${expected}`}>
                  第 {line} 行 {field}：应为{expected}，实际为 {found}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {texts.status === 'ready' && (
        <Difference before={texts.saved} after={texts.text} isConflict={conflict !== null} />
      )}
    </Modal>
  )
}

/** Lines around a change that are shown. */
const AROUND = 2

/** Line by line, and in a line that was changed word by word. */
function Difference({ before, after, isConflict }: { before: string; after: string; isConflict: boolean }) {
  const parts = diffLines(before, after)
  if (parts.every(({ added, removed }) => !added && !removed))
    return <p>与磁盘上的文件一样，没有要保存的修改。</p>
  return (
    <div className="editor-difference">
      {isConflict && (
        <p>
          <del>红色</del>是磁盘上现在的内容，<ins>绿色</ins>是您的内容。
        </p>
      )}
      {parts.map((part, place) => {
        const key = `${place}`
        const next = parts[place + 1]
        const last = parts[place - 1]
        if (part.removed && next?.added) return <Words key={key} before={part.value} after={next.value} />
        if (part.added && last?.removed) return null
        if (part.added)
          return (
            <pre key={key} className="added">
              {part.value}
            </pre>
          )
        if (part.removed)
          return (
            <pre key={key} className="removed">
              {part.value}
            </pre>
          )
        return <pre key={key}>{around(part.value, place > 0, next !== undefined)}</pre>
      })}
    </div>
  )
}

function Words({ before, after }: { before: string; after: string }) {
  const words = diffWordsWithSpace(before, after, {
    intlSegmenter: new Intl.Segmenter('zh', { granularity: 'word' }),
  })
  return (
    <>
      <pre className="removed">
        {words.map(({ value, added, removed }, place) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name
          added ? null : removed ? <del key={place}>{value}</del> : value,
        )}
      </pre>
      <pre className="added">
        {words.map(({ value, added, removed }, place) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name
          removed ? null : added ? <ins key={place}>{value}</ins> : value,
        )}
      </pre>
    </>
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
