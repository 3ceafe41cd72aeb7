import { useStore } from '@nanostores/react'
import { Alert, Button, Empty, Input, Modal, Skeleton } from 'antd'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { $quickReplies, loadQuickReplies } from '../../../lib/stores/operator/quick-replies.ts'
import { isComposing } from '../../kit/is-composing.ts'
import { type EditedReplies, EditReplies } from './EditReplies.tsx'

/** Finds a reply by typing, takes it with Enter; it goes into the field, where it can still be changed. */
export function QuickReplies({ onTake }: { onTake: (text: string | undefined) => void }) {
  const state = useStore($quickReplies)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const [edited, setEdited] = useState<EditedReplies>()
  useEffect(() => {
    loadQuickReplies()
  }, [])
  const items = state.status === 'ready' ? state.replies.items : []
  const found = items.filter(({ title, text }) => (title + text).includes(query.trim()))

  function press(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && found[at]) onTake(found[at].text)
    else return
    event.preventDefault()
  }

  if (edited) return <EditReplies opened={edited} onClose={() => setEdited(undefined)} />
  return (
    <Modal open title="快捷回复" footer={null} onCancel={() => onTake(undefined)}>
      <Input
        autoFocus
        aria-label="查找快捷回复"
        placeholder="标题或内容，↑↓ 选择，Enter 采用"
        value={query}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-autocomplete="list"
        aria-controls="quick-replies"
        {...(found[at] && { 'aria-activedescendant': idOf(at) })}
        onChange={({ target }) => {
          setQuery(target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      {state.status === 'failed' && (
        <Alert
          type="error"
          className="desk-alert"
          title={state.text}
          action={<Button onClick={loadQuickReplies}>重试</Button>}
        />
      )}
      {state.status === 'loading' && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {state.status === 'ready' && found.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={items.length === 0 ? '还没有快捷回复，添加后所有同事都能使用' : '没有找到'}
        />
      )}
      <div id="quick-replies" className="quick-replies" role="listbox" aria-label="快捷回复">
        {found.map((reply, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
          <div
            key={reply.title + reply.text}
            id={idOf(index)}
            ref={index === at ? showChosen : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="quick-reply"
            onClick={() => onTake(reply.text)}
          >
            <b>{reply.title}</b>
            <span>{reply.text}</span>
          </div>
        ))}
      </div>
      <Button
        disabled={state.status !== 'ready'}
        onClick={() => state.status === 'ready' && setEdited(state.replies)}
      >
        管理快捷回复
      </Button>
    </Modal>
  )
}

const idOf = (index: number) => `quick-reply-${index}`

function showChosen(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
