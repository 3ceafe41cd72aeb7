import { Button, Input, Table, type TableColumnsType, Tabs } from 'antd'
import { useState } from 'react'
import { AntdRoot } from '../../islands/kit/antd.tsx'
import { NewDialog } from './NewDocument.tsx'
import './workbench.css'

export interface OverviewRow {
  kind: string
  title: string
  words: string
  day: string
  where: string
  file: string
  href: string | null
}

interface Props {
  care: OverviewRow[]
  documents: OverviewRow[]
  urgent: number
  notes: string[]
}

const columnsOf = (rows: readonly OverviewRow[]): TableColumnsType<OverviewRow> => [
  {
    ...{ title: '类别', dataIndex: 'kind', width: 140 },
    filters: [...Map.groupBy(rows, ({ kind }) => kind)].map(([value, own]) => ({
      ...{ value, text: `${value}（${own.length}）` },
    })),
    onFilter: (value, { kind }) => kind === value,
  },
  {
    title: '内容',
    key: 'title',
    render: (_, { title, where, file, href }) => (
      <>
        {href ? (
          <a href={href} title={file}>
            {title}
          </a>
        ) : (
          title
        )}
        <p className="editor-note">{where}</p>
      </>
    ),
  },
  { title: '要做什么，或者状态', dataIndex: 'words' },
  // ISO dates sort as text; an empty date sorts first, as the longest wait.
  { title: '日期', dataIndex: 'day', width: 128, sorter: (one, other) => one.day.localeCompare(other.day) },
]

export function Overview({ care, documents, urgent, notes }: Props) {
  const [text, setText] = useState('')
  const [isNew, setNew] = useState(false)
  const listOf = (rows: readonly OverviewRow[]) => (
    <Table
      size="small"
      rowKey={({ file, where, words }) => `${file} ${where} ${words}`}
      columns={columnsOf(rows)}
      dataSource={rows.filter(({ title, where, file, words }) =>
        `${title} ${where} ${file} ${words}`.includes(text.trim()),
      )}
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      locale={{ emptyText: text ? `没有包含“${text}”的内容。` : '这里没有要做的事。' }}
    />
  )
  return (
    <AntdRoot>
      <main className="editor-overview">
        <header className="editor-head">
          <h1>内容工作台</h1>
          <Input
            type="search"
            allowClear
            aria-label="筛选"
            className="editor-filter"
            placeholder="筛选：标题、文件或说明"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="primary" onClick={() => setNew(true)}>
            新建内容
          </Button>
        </header>
        <p>{care.length === 0 ? '没有待办。' : `${care.length} 项待办，其中 ${urgent} 处不改就不能构建。`}</p>
        {notes.map((note) => (
          <p key={note} className="editor-note">
            {note}
          </p>
        ))}
        <Tabs
          items={[
            { key: 'care', label: `待办（${care.length}）`, children: listOf(care) },
            { key: 'all', label: `全部内容（${documents.length}）`, children: listOf(documents) },
          ]}
        />
      </main>
      {isNew && <NewDialog onClose={() => setNew(false)} />}
    </AntdRoot>
  )
}
