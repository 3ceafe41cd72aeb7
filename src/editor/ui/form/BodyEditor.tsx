import { Button, Input, Space } from 'antd'
import { type ClipboardEvent, useContext, useRef, useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import { COLLECTION_LABELS, collectionOf, pageOf } from '../../document.ts'
import { FormContext } from './form-context.ts'
import {
  type Edit,
  insertBlock,
  insertLink,
  nextArticle,
  type Selection,
  toggleBold,
  toggleLines,
} from './markdown-commands.ts'
import { cleanHtml, cleanText } from './paste.ts'
import { problemWords } from './values.ts'

const TABLE = '| 项目 | 内容 |\n| --- | --- |\n|  |  |'

const TOOLS: [label: string, title: string, run: (text: string, at: Selection) => Edit][] = [
  ['标题', '二级标题', (text, at) => toggleLines(text, at, '## ')],
  ['小标题', '三级标题', (text, at) => toggleLines(text, at, '### ')],
  ['加粗', '加粗', toggleBold],
  ['列表', '列表', (text, at) => toggleLines(text, at, '- ')],
  ['编号', '有编号的列表', (text, at) => toggleLines(text, at, '1. ')],
  [
    '第N条',
    '新的一条，编号接着上一条',
    (text, at) => insertBlock(text, at, `${nextArticle(text, at.from)} `),
  ],
  ['表格', '插入表格', (text, at) => insertBlock(text, at, TABLE)],
]

/** In a file an empty line stands before the text, and a line end behind it; nobody has to type them. */
const shownOf = (body: string) => body.replace(/^\n+/, '').replace(/\n$/, '')
const writtenOf = (text: string) => `\n${text.replace(/^\n+/, '').trimEnd()}\n`

interface Props {
  body: string
  /** Line of the file on which the body begins. */
  bodyLine: number
  problems: readonly Problem[]
  onChange(body: string): void
}

/** The Markdown of a document, with what the portal allows in it at hand. */
export function BodyEditor({ body, bodyLine, problems, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null)
  // Ends of lines that nobody sees yet stay while they are typed.
  const [typed, setTyped] = useState(() => shownOf(body))
  const [pasted, setPasted] = useState<number>()
  const text = writtenOf(typed) === writtenOf(shownOf(body)) ? typed : shownOf(body)
  const area = () => place.current?.querySelector('textarea') ?? undefined

  function write(next: string) {
    setTyped(next)
    onChange(writtenOf(next))
  }

  /** As if it were typed, so that the browser can undo it. */
  function carryOut({ from, to, insert, select }: Edit) {
    area()?.focus()
    area()?.setSelectionRange(from, to)
    document.execCommand('insertText', false, insert)
    area()?.setSelectionRange(select.from, select.to)
  }

  function run(command: (text: string, at: Selection) => Edit) {
    const { selectionStart: from = text.length, selectionEnd: to = from } = area() ?? {}
    carryOut(command(text, { from, to }))
  }

  function paste(event: ClipboardEvent) {
    const html = event.clipboardData.getData('text/html')
    const cleaned = (html && cleanHtml(html)) || cleanText(event.clipboardData.getData('text/plain'))
    if (cleaned === '') return
    event.preventDefault()
    run((_, { from, to }) => {
      const end = from + cleaned.length
      return { from, to, insert: cleaned, select: { from: end, to: end } }
    })
    setPasted(cleaned.replace(/\s/g, '').length)
  }

  const firstLine = bodyLine + (/^\n*/.exec(body)?.[0].length ?? 0)
  const wrong = problems
    .filter(({ field }) => field === '正文')
    .map((problem) => ({ line: problem.line - firstLine + 1, words: problemWords(problem) }))

  function goTo(line: number) {
    const before = text.split('\n').slice(0, Math.max(0, line - 1))
    const from = before.join('\n').length + (before.length > 0 ? 1 : 0)
    area()?.focus()
    area()?.setSelectionRange(from, from + (text.split('\n')[line - 1]?.length ?? 0))
  }

  return (
    <div ref={place}>
      <Space wrap role="toolbar" aria-label="正文的格式" className="form-tools">
        {TOOLS.map(([label, title, command]) => (
          <Button key={label} size="small" title={title} aria-label={title} onClick={() => run(command)}>
            {label}
          </Button>
        ))}
        <LinkChoice onChoose={(title, address) => run((own, at) => insertLink(own, at, title, address))} />
      </Space>
      <Input.TextArea
        id="field-正文"
        aria-label="正文"
        spellCheck={false}
        autoSize={{ minRows: 12, maxRows: 24 }}
        value={text}
        onChange={({ target }) => write(target.value)}
        onPaste={paste}
      />
      <p className="form-note" role="status">
        {pasted !== undefined && `粘贴了 ${pasted} 个字（不计空白），请与来源核对。`}
      </p>
      {wrong.map(({ line, words }) => (
        <p key={`${line} ${words}`} className="form-wrong">
          <Button type="link" size="small" onClick={() => goTo(line)}>
            正文第 {line} 行
          </Button>
          ：{words}
        </p>
      ))}
    </div>
  )
}

/** A page of the portal by its title or id, or any address that is typed. */
function LinkChoice({ onChoose }: { onChoose(title: string, address: string): void }) {
  const { documents } = useContext(FormContext)
  const [typed, setTyped] = useState('')
  const address = typed.trim()
  const pages = documents.flatMap(({ file, id, title, number }) => {
    const collection = collectionOf(file)
    const page = pageOf(file, { id })
    if (!collection || !page || ['providers', 'loans'].includes(collection)) return []
    return [
      { value: page, title, label: `${COLLECTION_LABELS[collection]} ${id} · ${title}`, also: `${number}` },
    ]
  })
  const isOutside = /^(?:https?:\/\/|mailto:|tel:)\S+$/.test(address)
  const outside = { value: address, title: address, label: `链接到 ${address}`, also: '' }
  return (
    <Select<string | null>
      size="small"
      className="form-link"
      aria-label="链接到"
      placeholder="插入链接：标题、编号、文号或网址"
      value={null}
      showSearch={{
        onSearch: setTyped,
        filterOption: (said, page) =>
          page?.value === address || `${page?.label} ${page?.['also']}`.includes(said.trim()),
      }}
      notFoundContent="没有找到；网址从 https:// 写起"
      options={isOutside ? [outside, ...pages] : pages}
      onSelect={(value, { title }) => value && onChoose(title ?? value, value)}
    />
  )
}
