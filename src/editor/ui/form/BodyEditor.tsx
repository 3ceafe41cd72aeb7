import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { Button, Popover } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import type { ListedDocument } from '../../calls.ts'
import { COLLECTION_LABELS, collectionOf, pageOf } from '../../document.ts'
import { cleanHtml, cleanText } from './clean-paste.ts'
import {
  addColumn,
  addRow,
  type Edit,
  insertArticle,
  insertLink,
  insertSource,
  insertTable,
  nextArticle,
  type Selection,
  toggleBold,
  toggleHeading,
  toggleList,
} from './markdown-commands.ts'
import { problemWords } from './values.ts'

type Command = (text: string, selection: Selection) => Edit | null

interface Tool {
  label: string
  title: string
  key?: string
  run: Command
}

const TOOLS: readonly Tool[] = [
  { label: '标题', title: '二级标题', key: 'Mod-Alt-2', run: (text, at) => toggleHeading(text, at, 2) },
  { label: '小标题', title: '三级标题', key: 'Mod-Alt-3', run: (text, at) => toggleHeading(text, at, 3) },
  { label: '加粗', title: '加粗', key: 'Mod-b', run: toggleBold },
  { label: '列表', title: '列表', key: 'Mod-Shift-8', run: (text, at) => toggleList(text, at, false) },
  { label: '编号', title: '有编号的列表', key: 'Mod-Shift-7', run: (text, at) => toggleList(text, at, true) },
  { label: '第N条', title: '新的一条，编号接着上一条', key: 'Mod-Alt-a', run: insertArticle },
  { label: '表格', title: '插入表格', key: 'Mod-Alt-t', run: insertTable },
  { label: '加行', title: '在表格里光标下面加一行', key: 'Mod-Alt-r', run: addRow },
  { label: '加列', title: '在表格里光标右边加一列', key: 'Mod-Alt-c', run: addColumn },
  { label: '来源', title: '一行来源', key: 'Mod-Alt-s', run: insertSource },
]

const keyName = (key: string) => key.replace('Mod', 'Ctrl').replaceAll('-', '+')

/** Put into the editor from outside: not to be told again. */
const fromOutside = Annotation.define<boolean>()
const showProblems = StateEffect.define<ReadonlyMap<number, string>>()

const problemLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const effect = transaction.effects.find((one) => one.is(showProblems))
    if (!effect) return shown.map(transaction.changes)
    const { doc } = transaction.state
    return Decoration.set(
      [...(effect.value as ReadonlyMap<number, string>)]
        .filter(([line]) => line >= 1 && line <= doc.lines)
        .sort(([a], [b]) => a - b)
        .map(([line, title]) =>
          Decoration.line({ class: 'cm-problem', attributes: { title } }).range(doc.line(line).from),
        ),
    )
  },
  provide: (field) => EditorView.decorations.from(field),
})

const look = HighlightStyle.define([
  { tag: tags.heading, class: 'cm-heading' },
  { tag: tags.strong, class: 'cm-strong' },
  { tag: tags.link, class: 'cm-link' },
  { tag: [tags.url, tags.processingInstruction, tags.contentSeparator], class: 'cm-mark' },
])

/** Carries a command out as one step. @returns false where it has nothing to do */
function carryOut(view: EditorView, run: Command): boolean {
  const { from, to } = view.state.selection.main
  const edit = run(view.state.doc.toString(), { from, to })
  if (!edit) return false
  view.dispatch({
    changes: { from: edit.from, to: edit.to, insert: edit.insert },
    selection: { anchor: edit.select.from, head: edit.select.to },
    scrollIntoView: true,
    userEvent: 'input',
  })
  view.focus()
  return true
}

/** What is pasted, cleaned; one step to undo. @param tell how many characters came, once */
function paste(event: ClipboardEvent, view: EditorView, tell: (characters: number) => void): boolean {
  const html = event.clipboardData?.getData('text/html') ?? ''
  const plain = event.clipboardData?.getData('text/plain') ?? ''
  const cleaned = (html && cleanHtml(html)) || cleanText(plain)
  if (cleaned === '') return false
  event.preventDefault()
  const isEnd = view.state.selection.main.to === view.state.doc.length
  const insert = view.state.replaceSelection(cleaned.includes('\n') && isEnd ? `${cleaned}\n` : cleaned)
  view.dispatch(insert, { userEvent: 'input.paste', scrollIntoView: true })
  tell(cleaned.replace(/\s/g, '').length)
  return true
}

/** In a file an empty line stands before the text, and a line end behind it; nobody has to type them. */
const shownOf = (body: string) => body.replace(/^\n+/, '').replace(/\n$/, '')
const writtenOf = (text: string) => `\n${shownOf(text).trimEnd()}\n`

interface Props {
  body: string
  /** Line of the file on which the body begins. */
  bodyLine: number
  problems: readonly Problem[]
  documents: readonly ListedDocument[]
  onChange(body: string): void
}

/** The Markdown of a document, with what the portal allows in it at hand. */
export function BodyEditor({ body, bodyLine, problems, documents, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  const [next, setNext] = useState('第一条')
  const [isLinking, setLinking] = useState(false)
  const [pasted, setPasted] = useState<number>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what comes later is put into it below
  useEffect(() => {
    if (!place.current) return
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: shownOf(body),
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          markdown(),
          syntaxHighlighting(look),
          EditorView.lineWrapping,
          problemLines,
          EditorView.contentAttributes.of({ 'aria-label': '正文', spellcheck: 'false' }),
          EditorView.domEventHandlers({ paste: (event, own) => paste(event, own, setPasted) }),
          EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
            if (docChanged || selectionSet)
              setNext(nextArticle(state.doc.toString(), state.selection.main.from))
            const isOwn = transactions.some((one) => one.docChanged && !one.annotation(fromOutside))
            if (docChanged && isOwn) changed.current(writtenOf(state.doc.toString()))
          }),
          keymap.of([
            ...TOOLS.flatMap(({ key, run }) =>
              key ? [{ key, run: (own: EditorView) => carryOut(own, run) }] : [],
            ),
            {
              key: 'Mod-k',
              run: () => {
                setLinking(true)
                return true
              },
            },
            ...defaultKeymap,
            ...historyKeymap,
          ]),
        ],
      }),
    })
    view.current = made
    return () => made.destroy()
  }, [])

  // What was undone, merged, or written in another tab.
  useEffect(() => {
    const own = view.current
    if (!own || writtenOf(own.state.doc.toString()) === writtenOf(body)) return
    const insert = shownOf(body)
    own.dispatch({
      changes: { from: 0, to: own.state.doc.length, insert },
      selection: { anchor: Math.min(own.state.selection.main.anchor, insert.length) },
      annotations: fromOutside.of(true),
    })
  }, [body])

  const firstLine = bodyLine + (/^\n*/.exec(body)?.[0].length ?? 0)
  const own = problems.filter(({ field }) => field === '正文')
  const wrong = own.map((problem) => ({ line: problem.line - firstLine + 1, text: problemWords(problem) }))
  const written = JSON.stringify(wrong)
  useEffect(() => {
    const lines = new Map((JSON.parse(written) as typeof wrong).map(({ line, text }) => [line, text]))
    view.current?.dispatch({ effects: showProblems.of(lines) })
  }, [written])

  function goTo(line: number) {
    const state = view.current?.state
    if (!state) return
    const { from } = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines))
    view.current?.dispatch({ selection: { anchor: from }, scrollIntoView: true })
    view.current?.focus()
  }

  function link(address: string) {
    setLinking(false)
    const title = documents.find(({ file, id }) => pageOf(file, { id }) === address)?.title ?? address
    if (view.current) carryOut(view.current, (text, at) => insertLink(text, at, title, address))
  }

  return (
    <div className="form-body">
      <div className="form-tools" role="toolbar" aria-label="正文的格式">
        {TOOLS.map(({ label, title, key, run }) => (
          <Button
            key={label}
            size="small"
            title={key ? `${title}（${keyName(key)}）` : title}
            aria-label={title}
            onClick={() => view.current && carryOut(view.current, run)}
          >
            {label === '第N条' ? next : label}
          </Button>
        ))}
        <Popover
          open={isLinking}
          onOpenChange={setLinking}
          trigger="click"
          destroyOnHidden
          content={<LinkChoice documents={documents} onChoose={link} />}
        >
          <Button size="small" title="链接到本站的页面或者网址（Ctrl+K）">
            链接
          </Button>
        </Popover>
      </div>
      <div id="field-正文" ref={place} />
      <p className="form-note" role="status">
        {pasted !== undefined && `粘贴了 ${pasted} 个字（不计空白），请与来源核对。`}
      </p>
      {wrong.length > 0 && (
        <ul className="form-wrong">
          {wrong.map(({ line, text }) => (
            <li key={`${line} ${text}`}>
              <button type="button" onClick={() => goTo(line)}>
                正文第 {line} 行
              </button>
              ：{text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A page of the portal by its title or id, or any address that is typed. */
function LinkChoice({
  documents,
  onChoose,
}: {
  documents: readonly ListedDocument[]
  onChoose(address: string): void
}) {
  const [typed, setTyped] = useState('')
  const address = typed.trim()
  const pages = documents.flatMap(({ file, id, title, number }) => {
    const collection = collectionOf(file)
    const page = pageOf(file, { id })
    if (!collection || !page || ['providers', 'loans'].includes(collection)) return []
    return [
      {
        value: page,
        label: `${COLLECTION_LABELS[collection]} ${id} · ${title}`,
        also: `${id} ${title} ${number ?? ''}`,
      },
    ]
  })
  const isOutside = /^(?:https?:\/\/|mailto:|tel:)\S+$/.test(address)
  return (
    <Select<string>
      autoFocus
      defaultOpen
      className="form-link"
      aria-label="链接到"
      placeholder="输入标题、编号、文号或网址"
      showSearch={{
        onSearch: setTyped,
        filterOption: (text, page) =>
          page?.value === address || String(page?.['also'] ?? '').includes(text.trim()),
      }}
      notFoundContent="没有找到；网址从 https:// 写起"
      options={isOutside ? [{ value: address, label: `链接到 ${address}`, also: address }, ...pages] : pages}
      onChange={onChoose}
    />
  )
}
