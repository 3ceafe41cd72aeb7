/** Tags: given to what is open, chosen as a filter, and renamed, put together or taken off everywhere. */
import { useStore } from '@nanostores/react'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { TAG_LIMIT, TAGS_EACH } from '../../lib/contract/operator/work.ts'
import { $tags, changeTagEverywhere, loadTags } from '../../lib/stores/operator/work.ts'
import { Select } from '../kit/antd.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { showToast } from '../kit/toast.ts'
import { DeskModal } from './FormDialog.tsx'
import { FilterSelect } from './filters.tsx'
import { useShortcut } from './shortcuts.tsx'

interface TagPickerProps {
  tags: readonly string[]
  change: (change: { add?: string[]; remove?: string[] }) => Promise<string | undefined>
}

/** Typed freely, and offered from those in use. */
export function TagPicker({ tags, change }: TagPickerProps) {
  const known = useStore($tags)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    loadTags()
  }, [])
  useShortcut('tag', () => frame.current?.querySelector('input')?.focus())

  async function write(next: string[]) {
    const short = next.map((tag) => tag.trim().slice(0, TAG_LIMIT)).filter((tag) => tag !== '')
    const add = short.filter((tag) => !tags.includes(tag))
    const remove = tags.filter((tag) => !short.includes(tag))
    if (add.length + remove.length === 0) return
    const problem = await change({ add, remove })
    if (problem) showToast(problem, 'error')
  }

  return (
    <div ref={frame} className="tag-picker">
      <Select
        mode="tags"
        size="small"
        variant="borderless"
        aria-label="标签"
        placeholder="添加标签"
        maxCount={TAGS_EACH}
        options={known.map(({ name }) => ({ value: name, label: name }))}
        value={[...tags]}
        onChange={write}
      />
    </div>
  )
}

/** Those in use; chosen, the list has only what carries it. */
export function TagFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (tag: string | undefined) => void
}) {
  const known = useStore($tags)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    loadTags()
  }, [])
  return (
    <span className="desk-actions">
      <FilterSelect<string>
        label="按标签筛选"
        all="全部标签"
        options={known.map(({ name, uses }) => ({ value: name, label: `${name}（${uses}）` }))}
        value={value}
        onChange={onChange}
      />
      <Button onClick={() => setOpen(true)}>管理标签</Button>
      {isOpen && <ManageTags onClose={() => setOpen(false)} />}
    </span>
  )
}

function ManageTags({ onClose }: { onClose: () => void }) {
  const known = useStore($tags)
  return (
    <DeskModal title="管理标签" footer={null} onCancel={onClose}>
      <p className="desk-soft">改成已有的名字，两个标签就合并为一个。改动对所有咨询和申请生效。</p>
      {known.length === 0 && <EmptyState subject="found">还没有标签。在咨询或申请里添加。</EmptyState>}
      <ul className="manage-tags">
        {known.map(({ name, uses }) => (
          <TagRow key={name} name={name} uses={uses} others={known.map((tag) => tag.name)} />
        ))}
      </ul>
    </DeskModal>
  )
}

function TagRow({ name, uses, others }: { name: string; uses: number; others: readonly string[] }) {
  const [typed, setTyped] = useState(name)
  const [isSure, setSure] = useState(false)
  const to = typed.trim()
  const isMerge = to !== name && others.includes(to)

  async function change(next: string | null, done: string) {
    const problem = await changeTagEverywhere(name, next)
    if (problem) showToast(problem, 'error')
    else showToast(done)
  }

  return (
    <li>
      <Input
        aria-label={`标签“${name}”的名字`}
        maxLength={TAG_LIMIT}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={() => to && to !== name && change(to, isMerge ? '已合并' : '已改名')}
      />
      <span className="desk-soft">{uses} 处</span>
      <Button disabled={to === '' || to === name} onClick={() => change(to, isMerge ? '已合并' : '已改名')}>
        {isMerge ? '合并' : '改名'}
      </Button>
      <Button type="text" danger onClick={() => (isSure ? change(null, '标签已删除') : setSure(true))}>
        {isSure ? `从 ${uses} 处移除` : '删除'}
      </Button>
    </li>
  )
}
