import { App, Button, Dropdown, Tag } from 'antd'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { act, change, type ReadyDocument } from './document.ts'

interface Published {
  draft?: boolean
  from?: string
  validity?: string
}

/** Shows who can see the document and from when, in words for visitors. */
export function Publishing({ document: open }: { document: ReadyDocument }) {
  const { file, collection, data } = open
  const { modal } = App.useApp()
  if (collection === null) return null
  const written = (data ?? {}) as Published
  const { draft, validity } = written
  const [state, seen] = wordsOf(written)
  const set = (field: keyof Published, value: unknown) => change(file, [{ path: [field], value }])
  const items = [
    { key: 'seen', label: seen, disabled: true },
    draft
      ? { key: 'publish', label: '发布（下次构建起显示）', onClick: () => set('draft', undefined) }
      : { key: 'draft', label: '改为草稿（下次构建起不显示）', onClick: () => set('draft', true) },
    ...(collection === 'originals' && validity !== '已废止'
      ? [{ key: 'end', label: '标为已废止（页面保留，注明失效）', onClick: () => set('validity', '已废止') }]
      : []),
    {
      ...{ key: 'discard', label: '放弃没有保存的修改', danger: true, disabled: !open.dirty },
      onClick: () =>
        void modal.confirm({
          title: '放弃没有保存的修改？',
          content: '放弃以后还可以点“撤销”找回；从来没有保存过的新文件会消失。',
          okText: '放弃修改',
          onOk: () => act('discard', file),
        }),
    },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button type="text">
        <Tag color={state === '草稿' || state.startsWith('待') ? 'warning' : 'success'}>{state}</Tag>
        {open.dirty && <Tag>{open.saved === null ? '新文件，未保存' : '有未保存的修改'}</Tag>}
      </Button>
    </Dropdown>
  )
}

function wordsOf({ draft, from, validity }: Published): [state: string, seen: string] {
  if (draft) return ['草稿', '只有 npm run dev 里看得到，访客看不到']
  if (from !== undefined && from > chinaDay(new Date())) {
    return [`待发布 ${from}`, `到 ${from} 以后的第一次构建，访客才看得到`]
  }
  if (validity === '已废止') return ['已发布，已废止', '访客看得到，页面注明已废止；替代它的文件写在表单里']
  return ['已发布', '保存并构建以后，访客就看得到']
}
