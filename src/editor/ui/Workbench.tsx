import { useStore } from '@nanostores/react'
import { Alert, Button, Skeleton, Tabs } from 'antd'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { AntdRoot } from '../../islands/kit/antd.tsx'
import { goldenOf, pageOf } from '../document.ts'
import {
  $documents,
  followDocuments,
  openDocument,
  type ReadyDocument,
  redo,
  tell,
  undo,
  unsavedOf,
} from './document.ts'
import { DocumentForm } from './form/DocumentForm.tsx'
import { Preview } from './Preview.tsx'
import { Publishing } from './Publishing.tsx'
import { RulesPane } from './rules/RulesPane.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import './workbench.css'

/** What stands beside the page of a document; each brings its own part of `file`. */
export interface Pane {
  key: string
  label: string
  /** Whether it has anything to do with this document. */
  isFor(document: ReadyDocument): boolean
  show(document: ReadyDocument): ReactNode
}

/** The parts beside the preview, in the order of their tabs: the form is the first. */
const PANES: readonly Pane[] = [
  {
    key: 'form',
    label: '表单',
    isFor: ({ collection }) => collection !== null,
    show: (open) => open.collection && <DocumentForm document={open} collection={open.collection} />,
  },
  {
    key: 'rules',
    label: '条件和金额',
    isFor: ({ collection }) => collection === 'interpretations',
    show: (document) => <RulesPane document={document} />,
  },
]

const fileOfAddress = () => new URLSearchParams(location.search).get('file') ?? ''

/** One document: what is written at one side, the page that visitors will see at the other. */
export function Workbench() {
  const [file] = useState(fileOfAddress)
  const state = useStore($documents)[file]
  useEffect(() => followDocuments(), [])
  useEffect(() => {
    void openDocument(file)
    const golden = goldenOf(file)
    if (golden) void openDocument(golden)
  }, [file])
  useEffect(() => {
    document.title = `${file} · 编辑内容`
  }, [file])
  return (
    <AntdRoot>
      {state?.status === 'ready' ? (
        <Open document={state} />
      ) : (
        <main className="editor-gate">
          <h1>编辑内容</h1>
          {state?.status === 'failed' ? (
            <Alert
              type="error"
              title={state.error}
              action={<Button onClick={() => openDocument(file)}>重试</Button>}
            />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 3 }} />
          )}
          <a href="/frontend/editor">返回内容工作台</a>
        </main>
      )}
    </AntdRoot>
  )
}

function Open({ document: open }: { document: ReadyDocument }) {
  const { file, problems } = open
  const documents = useStore($documents)
  const unsaved = unsavedOf(documents)
  const hasConflict = unsaved.some(({ conflict }) => conflict)
  const [isSaving, setSaving] = useState(false)
  useKeys(file, () => setSaving(true))
  const panes = PANES.filter((pane) => pane.isFor(open))
  const [active, setActive] = useState(panes[0]?.key)
  // What nobody sees follows a moment later.
  const later = useDeferredValue(open)
  const behind = useMemo(() => new Map(PANES.map(({ key, show }) => [key, show(later)])), [later])
  return (
    <div className="editor">
      <section className="editor-head" aria-label="工作台">
        <a href="/frontend/editor">内容工作台</a>
        <h1 title={file}>{titleOf(open)}</h1>
        <Publishing document={open} />
        <div className="editor-ways">
          <Button disabled={!open.canUndo} title="撤销（Ctrl+Z）" onClick={() => undo(file)}>
            撤销
          </Button>
          <Button disabled={!open.canRedo} title="重做（Ctrl+Shift+Z）" onClick={() => redo(file)}>
            重做
          </Button>
          <Button type="primary" disabled={unsaved.length === 0} onClick={() => setSaving(true)}>
            {hasConflict ? '处理冲突' : '查看差异并保存'}
          </Button>
        </div>
      </section>
      {Object.entries(documents).map(
        ([other, state]) =>
          state.status === 'ready' &&
          state.told && (
            <Alert
              key={other}
              className="editor-told"
              type="info"
              showIcon
              closable={{ onClose: () => tell(other, null) }}
              title={other === file ? state.told : `${other}：${state.told}`}
            />
          ),
      )}
      {hasConflict && !isSaving && (
        <Alert
          className="editor-told"
          type="warning"
          showIcon
          title="您修改的同时，磁盘上的文件被别人或别的程序改过了。"
          action={<Button onClick={() => setSaving(true)}>比较两个版本</Button>}
        />
      )}
      <main aria-label="内容和预览" className="editor-body">
        <section className="editor-panes" aria-label="编辑">
          {panes.length > 0 && (
            <Tabs
              onChange={setActive}
              items={panes.map(({ key, label, show }) => ({
                key,
                label,
                children: key === active ? show(open) : behind.get(key),
              }))}
            />
          )}
          {panes.length === 0 && <p>{file}</p>}
          {/* The form has them beside its fields. */}
          {open.collection === null && problems.length > 0 && (
            <ul className="editor-problems" aria-label="需要修改">
              {problems.map(({ line, field, expected, found }) => (
                <li key={`${line} ${field} ${expected}`}>
                  第 {line} 行 <b>{field}</b>：应为{expected}，实际为 {found}
                </li>
              ))}
            </ul>
          )}
        </section>
        <Preview path={pageOf(file, open.data)} hasProblems={problems.length > 0} />
      </main>
      {isSaving && <SaveDialog onClose={() => setSaving(false)} />}
    </div>
  )
}

function titleOf({ data, file }: ReadyDocument): string {
  const { title } = (data ?? {}) as { title?: unknown }
  return typeof title === 'string' && title !== '' ? title : file
}

/** In a text field the browser's own undo knows what was typed. */
const TEXT_FIELD = 'input, textarea, [contenteditable=true], [contenteditable=""]'

function useKeys(file: string, save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const isTyping = event.target instanceof Element && event.target.closest(TEXT_FIELD) !== null
      if (key === 's') save()
      else if (isTyping) return
      else if (key === 'z' && !event.shiftKey) void undo(file)
      else if (key === 'y' || (key === 'z' && event.shiftKey)) void redo(file)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
