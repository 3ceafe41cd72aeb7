import { Badge, Button, Input, Space, Table, type TableColumnsType, Tabs, Tag } from 'antd'
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
  /** In the order in which they are to be cared for. */
  kinds: string[]
  documents: OverviewRow[]
  /** How many hinder a build. */
  urgent: number
  notes: string[]
  /** How many policies there are by theme and kind of company, and by place; fewer than `least` are a gap. */
  coverage: {
    columns: string[]
    themes: { theme: string; counts: number[] }[]
    places: { name: string; count: number }[]
    least: number
  }
}

const COVERAGE = '内容覆盖'

const COLUMNS: TableColumnsType<OverviewRow> = [
  { title: '类别', dataIndex: 'kind', width: 120 },
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
  // ISO dates sort as text; what has none has waited longest.
  { title: '日期', dataIndex: 'day', width: 128, sorter: (one, other) => one.day.localeCompare(other.day) },
]

/** What needs care, by its kind, and all that there is. */
export function Overview({ care, kinds, documents, urgent, notes, coverage }: Props) {
  const [kind, setKind] = useState('全部待办')
  const [text, setText] = useState('')
  const [isNew, setNew] = useState(false)
  const lists = [
    { key: '全部待办', rows: care },
    { key: '全部内容', rows: documents.toSorted((one, other) => one.day.localeCompare(other.day)) },
    ...kinds
      .map((key) => ({ key, rows: care.filter((row) => row.kind === key) }))
      .filter(({ rows: own }) => own.length > 0),
  ]
  const rows = lists.find(({ key }) => key === kind)?.rows ?? []
  const found = rows.filter(({ title, where, file, words }) =>
    `${title} ${where} ${file} ${words}`.includes(text.trim()),
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
          activeKey={kind}
          onChange={setKind}
          items={[...lists, { key: COVERAGE, rows: null }].map(({ key, rows: own }) => ({
            key,
            label: (
              <Space size="small">
                {key}
                {own && <Badge count={own.length} overflowCount={999} color="var(--ink-soft)" />}
              </Space>
            ),
          }))}
        />
        {kind === COVERAGE ? (
          <Coverage {...coverage} />
        ) : (
          <Table
            size="small"
            rowKey={({ file, where, words }) => `${file} ${where} ${words}`}
            columns={COLUMNS}
            dataSource={found}
            pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
            locale={{ emptyText: text ? `没有包含“${text}”的内容。` : '这里没有要做的事。' }}
          />
        )}
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
