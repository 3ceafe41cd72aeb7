import { useStore } from '@nanostores/react'
import { Alert, App, Button, Skeleton, Space, Splitter, Tabs } from 'antd'
import { useDeferredValue, useEffect, useState } from 'react'
import { AntdRoot } from '../../islands/kit/antd.tsx'
import { goldenOf, pageOf } from '../document.ts'
import {
  $documents,
  act,
  followDocuments,
  openDocument,
  type ReadyDocument,
  settled,
  tell,
  unsavedOf,
} from './document.ts'
import { DocumentForm } from './form/DocumentForm.tsx'
import { Preview } from './Preview.tsx'
import { ProblemLines } from './ProblemLines.tsx'
import { Publishing } from './Publishing.tsx'
import { RulesPane } from './rules/RulesPane.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import './workbench.css'

const fileOfAddress = () => new URLSearchParams(location.search).get('file') ?? ''

/** The editor of one document: its form on one side, the page that visitors will see on the other. */
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
      <App component={false}>
        {state?.status === 'ready' ? (
          <Open document={state} />
        ) : (
          <main className="editor-overview">
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
      </App>
    </AntdRoot>
  )
}

function Open({ document: open }: { document: ReadyDocument }) {
  const { file, problems } = open
  const documents = useStore($documents)
  const unsaved = unsavedOf(documents)
  const hasConflict = unsaved.some(({ conflict }) => conflict)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    await Promise.all(unsaved.map((each) => settled(each.file)))
    setSaving(true)
  }
  useKeys(file, save)
  const [active, setActive] = useState('form')
  const later = useDeferredValue(open)
  const shown = (key: string) => (key === active ? open : later)
  const panes = [
    ...(open.collection === null
      ? []
      : [
          {
            key: 'form',
            label: '表单',
            children: <DocumentForm document={shown('form')} collection={open.collection} />,
          },
        ]),
    ...(open.collection === 'interpretations'
      ? [{ key: 'rules', label: '条件和金额', children: <RulesPane document={shown('rules')} /> }]
      : []),
  ]
  return (
    <div className="editor">
      <section className="editor-head" aria-label="工作台">
        <a href="/frontend/editor">内容工作台</a>
        <h1 title={file}>{titleOf(open)}</h1>
        <Publishing document={open} />
        <Space>
          <Button disabled={!open.canUndo} title="撤销（Ctrl+Z）" onClick={() => act('undo', file)}>
            撤销
          </Button>
          <Button disabled={!open.canRedo} title="重做（Ctrl+Shift+Z）" onClick={() => act('redo', file)}>
            重做
          </Button>
          <Button type="primary" disabled={unsaved.length === 0} onClick={save}>
            {hasConflict ? '处理冲突' : '查看差异并保存'}
          </Button>
        </Space>
      </section>
      {Object.entries(documents).map(
        ([other, state]) =>
          state.status === 'ready' &&
          state.told && (
            <Alert
              key={other}
              type="info"
              showIcon
              closable={{ onClose: () => tell(other, null) }}
              title={other === file ? state.told : `${other}：${state.told}`}
            />
          ),
      )}
      {hasConflict && !isSaving && (
        <Alert
          type="warning"
          showIcon
          title="您修改的同时，磁盘上的文件被别人或别的程序改过了。"
          action={<Button onClick={() => setSaving(true)}>比较两个版本</Button>}
        />
      )}
      <main aria-label="内容和预览" className="editor-body">
        <Splitter>
          <Splitter.Panel className="editor-panes" min={480}>
            {panes.length > 0 ? <Tabs onChange={setActive} items={panes} /> : <p>{file}</p>}
            {open.collection === null && <ProblemLines problems={problems} />}
          </Splitter.Panel>
          <Splitter.Panel className="editor-preview" min={320}>
            <Preview path={pageOf(file, open.data)} hasProblems={problems.length > 0} />
          </Splitter.Panel>
        </Splitter>
      </main>
      {isSaving && <SaveDialog onClose={() => setSaving(false)} />}
    </div>
  )
}

function titleOf({ data, file }: ReadyDocument): string {
  const { title } = (data ?? {}) as { title?: unknown }
  return typeof title === 'string' && title !== '' ? title : file
}

const TEXT_FIELD = 'input, textarea, [contenteditable=true], [contenteditable=""]'

function useKeys(file: string, save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const isTyping = event.target instanceof Element && event.target.closest(TEXT_FIELD) !== null
      if (key === 's') save()
      else if (isTyping) return
      else if (key === 'z' && !event.shiftKey) void act('undo', file)
      else if (key === 'y' || (key === 'z' && event.shiftKey)) void act('redo', file)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
