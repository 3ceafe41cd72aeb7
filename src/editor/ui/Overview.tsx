import { Button, Input, Space, Table, type TableColumnsType, Tabs, Tag } from 'antd'
import { useState } from 'react'
import { AntdRoot } from '../../islands/kit/antd.tsx'
import { NewDialog } from './NewDocument.tsx'
import './workbench.css'

export interface OverviewRow {
  kind: string
  title: string
  words: string
  /** Empty: none. */
  day: string
  /** Collection and field, in words. */
  where: string
  file: string
  href: string | null
}

interface Props {
  care: OverviewRow[]
  documents: OverviewRow[]
  /** Number of problems that fail a build. */
  urgent: number
  notes: string[]
  /** Number of policies by theme and kind of company, and by place; fewer than `least` are a gap. */
  coverage: {
    columns: string[]
    themes: { theme: string; counts: number[] }[]
    places: { name: string; count: number }[]
    least: number
  }
}

/** Returns the columns; the filter lists the kinds that occur, with their counts. */
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
  { title: '要做什么，或者状态', dataIndex: 'words', className: 'editor-words' },
  // ISO dates sort as text; an empty date sorts first, as the longest wait.
  { title: '日期', dataIndex: 'day', width: 128, sorter: (one, other) => one.day.localeCompare(other.day) },
]

/** Shows the content that needs an editor, all documents, and the coverage. */
export function Overview({ care, documents, urgent, notes, coverage }: Props) {
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
            { key: 'coverage', label: '内容覆盖', children: <Coverage {...coverage} /> },
          ]}
        />
      </main>
      {isNew && <NewDialog onClose={() => setNew(false)} />}
    </AntdRoot>
  )
}

function Coverage({ columns, themes, places, least }: Props['coverage']) {
  const shown = (count: number) => (count < least ? <Tag color="warning">{count} 缺</Tag> : count)
  return (
    <>
      <p>数的是已发布、现行的政策；少于 {least} 项的标“缺”。按主体类型数的，是主体类型本身不排除的。</p>
      <Table
        size="small"
        rowKey="theme"
        pagination={false}
        dataSource={themes}
        columns={[
          { title: '主题', dataIndex: 'theme' },
          ...columns.map((title, place) => ({
            title,
            key: title,
            render: (_: unknown, { counts }: { counts: number[] }) => shown(counts[place] ?? 0),
          })),
        ]}
      />
      <Space wrap size="middle">
        {places.map(({ name, count }) => (
          <span key={name}>
            {name} {shown(count)}
          </span>
        ))}
      </Space>
    </>
  )
}
