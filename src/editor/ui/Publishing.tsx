import { Button, DatePicker, Popconfirm, Popover, Tag } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import { Select } from '../../islands/kit/antd.tsx'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { type FileHistory, type ListedDocument, listDocuments, readHistory } from '../calls.ts'
import { collectionOf } from '../document.ts'
import { type Asked, ask, change, discard, type ReadyDocument } from './document.ts'

interface Published {
  draft?: boolean
  from?: string
  validity?: string
  successor?: number
}

/** Who sees the document and from when, in words of what visitors will see; and what git knows of it. */
export function Publishing({ document: open }: { document: ReadyDocument }) {
  const { file, collection, data } = open
  if (collection === null) return <History file={file} />
  const written = (data ?? {}) as Published
  const today = chinaDay(new Date())
  const set = (field: keyof Published, value: unknown) => change(file, [{ path: [field], value }])
  const isLater = written.from !== undefined && written.from > today
  return (
    <div className="editor-publishing">
      <Popover
        trigger="click"
        placement="bottom"
        title="访客什么时候看到"
        content={
          <div className="editor-publishing-ways">
            <p>{whatVisitorsSee(written, isLater)}</p>
            {written.draft ? (
              <Button onClick={() => set('draft', undefined)}>发布（下次构建起显示）</Button>
            ) : (
              <Button onClick={() => set('draft', true)}>改为草稿（下次构建起不显示）</Button>
            )}
            <label htmlFor="editor-from">
              上线日期
              <DatePicker
                id="editor-from"
                placeholder="2026-11-20"
                value={written.from ? dayjs(written.from) : null}
                onChange={(day) => set('from', day?.format('YYYY-MM-DD'))}
              />
            </label>
            {collection === 'originals' && written.validity !== '已废止' && (
              <Button onClick={() => set('validity', '已废止')}>标为已废止（页面保留，注明失效）</Button>
            )}
            {collection === 'originals' && written.validity === '已废止' && (
              <Successor
                value={written.successor}
                own={(data as { id?: unknown }).id}
                onChange={(id) => set('successor', id)}
              />
            )}
            <Popconfirm
              title="放弃没有保存的修改？"
              description="放弃以后还可以点“撤销”找回；从来没有保存过的新文件会消失。"
              okText="放弃修改"
              icon={null}
              onConfirm={() => discard(file)}
            >
              <Button danger disabled={!open.dirty}>
                放弃没有保存的修改
              </Button>
            </Popconfirm>
          </div>
        }
      >
        <button type="button" className="editor-state">
          <Tag color={written.draft || isLater ? 'warning' : 'success'}>{stateWords(written, isLater)}</Tag>
          {open.dirty && <Tag>{open.savedSha === null ? '新文件，未保存' : '有未保存的修改'}</Tag>}
        </button>
      </Popover>
      <History file={file} />
    </div>
  )
}

/** What took the place of an original that is no longer in force. */
function Successor({
  value,
  own,
  onChange,
}: {
  value: number | undefined
  own: unknown
  onChange: (id: number | undefined) => void
}) {
  const [listed, setListed] = useState<Asked<ListedDocument[]> | null>(null)
  useEffect(() => void ask(listDocuments, {}).then(setListed), [])
  const others = listed?.ok
    ? listed.answer.filter(({ file, id }) => collectionOf(file) === 'originals' && id !== own)
    : []
  return (
    <label htmlFor="editor-successor">
      替代它的文件（没有就不填）
      <Select
        id="editor-successor"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="输入名称、文号或编号"
        notFoundContent="没有找到"
        loading={listed === null}
        popupMatchSelectWidth={480}
        value={value ?? null}
        options={others.map(({ id, title, number }) => ({
          value: id,
          label: `${id} · ${title}${number ? ` · ${number}` : ''}`,
        }))}
        onChange={(id) => onChange(id ?? undefined)}
      />
      {listed?.ok === false && <span>{listed.failure.text}</span>}
    </label>
  )
}

function stateWords({ draft, from, validity }: Published, isLater: boolean): string {
  if (draft) return '草稿'
  if (isLater) return `待发布 ${from}`
  return validity === '已废止' ? '已发布，已废止' : '已发布'
}

function whatVisitorsSee({ draft, from, validity }: Published, isLater: boolean): string {
  if (draft) return '草稿：只有 npm run dev 里看得到，访客看不到。'
  if (isLater) return `到 ${from} 以后的第一次构建，访客才看得到。`
  if (validity === '已废止') return '访客看得到，页面注明已废止。'
  return '保存并构建以后，访客就看得到。'
}

function History({ file }: { file: string }) {
  const [history, setHistory] = useState<FileHistory | null | 'asking'>('asking')
  const look = async () => {
    const asked = await ask(readHistory, { file })
    setHistory(asked.ok ? asked.answer : null)
  }
  return (
    <Popover
      trigger="click"
      placement="bottom"
      title="谁改过这个文件"
      onOpenChange={(isOpen) => void (isOpen && look())}
      content={<HistoryWords history={history} />}
    >
      <Button type="link">修改记录</Button>
    </Popover>
  )
}

function HistoryWords({ history }: { history: FileHistory | null | 'asking' }) {
  if (history === 'asking') return <p>正在查看…</p>
  if (history === null) return <p>这个文件夹没有用 git 管理，看不到修改记录。</p>
  const { last, differsFromHead, since } = history
  return (
    <div className="editor-history">
      <p>
        {last ? `最后一次：${last.author}，${last.date.slice(0, 10)}，${last.subject}` : '还没有提交过。'}
      </p>
      <p>{differsFromHead ? '磁盘上的文件有还没有提交的修改。' : '磁盘上的文件和最后一次提交一样。'}</p>
      {since.length > 0 && <p>您打开以后，别人提交了：</p>}
      <ul>
        {since.map(({ author, date, subject }) => (
          <li key={date + subject}>{`${author}，${date.slice(0, 16).replace('T', ' ')}，${subject}`}</li>
        ))}
      </ul>
    </div>
  )
}
