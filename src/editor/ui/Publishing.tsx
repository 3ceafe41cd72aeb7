import { App, Button, DatePicker, Popover, Space, Tag } from 'antd'
import dayjs from 'dayjs'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { change, discard, type ReadyDocument } from './document.ts'

interface Published {
  draft?: boolean
  from?: string
  validity?: string
}

/** Who sees the document and from when, in words of what visitors will see. */
export function Publishing({ document: open }: { document: ReadyDocument }) {
  const { file, collection, data } = open
  const { modal } = App.useApp()
  if (collection === null) return null
  const written = (data ?? {}) as Published
  const isLater = written.from !== undefined && written.from > chinaDay(new Date())
  const set = (field: keyof Published, value: unknown) => change(file, [{ path: [field], value }])
  const giveUp = () =>
    modal.confirm({
      title: '放弃没有保存的修改？',
      content: '放弃以后还可以点“撤销”找回；从来没有保存过的新文件会消失。',
      okText: '放弃修改',
      onOk: () => discard(file),
    })
  return (
    <Popover
      trigger="click"
      placement="bottom"
      title="访客什么时候看到"
      content={
        <Space orientation="vertical" className="editor-publishing">
          <p>{whatVisitorsSee(written, isLater)}</p>
          {written.draft ? (
            <Button type="primary" onClick={() => set('draft', undefined)}>
              发布（下次构建起显示）
            </Button>
          ) : (
            <Button onClick={() => set('draft', true)}>改为草稿（下次构建起不显示）</Button>
          )}
          <label htmlFor="editor-from">上线日期</label>
          <DatePicker
            id="editor-from"
            placeholder="2026-11-20"
            value={written.from ? dayjs(written.from) : null}
            onChange={(day) => set('from', day?.format('YYYY-MM-DD'))}
          />
          {collection === 'originals' && written.validity !== '已废止' && (
            <Button onClick={() => set('validity', '已废止')}>标为已废止（页面保留，注明失效）</Button>
          )}
          <Button danger disabled={!open.dirty} onClick={giveUp}>
            放弃没有保存的修改
          </Button>
        </Space>
      }
    >
      <Button type="text">
        <Tag color={written.draft || isLater ? 'warning' : 'success'}>{stateWords(written, isLater)}</Tag>
        {open.dirty && <Tag>{open.savedSha === null ? '新文件，未保存' : '有未保存的修改'}</Tag>}
      </Button>
    </Popover>
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
  if (validity === '已废止') return '访客看得到，页面注明已废止；替代它的文件写在表单里。'
  return '保存并构建以后，访客就看得到。'
}
