import { useStore } from '@nanostores/react'
import { AutoComplete, Button, Flex, Table, type TableColumnsType } from 'antd'
import { useEffect, useState } from 'react'
import { QUICK_REPLIES_LIMIT, type QuickReply, quickReply } from '../../../lib/contract/operator/reply.ts'
import { REPLY_FIELDS } from '../../../lib/rules/chat/reply-fields.ts'
import { quickReplies, saveQuickReply } from '../../../lib/stores/operator/replies.ts'
import { NAMED_LIST } from '../../kit/antd.tsx'
import { isComposing } from '../../kit/is-composing.ts'
import { showToast } from '../../kit/toast.ts'
import { DeskModal, FormModal, TextField } from '../FormModal.tsx'
import { PartState } from '../ListTable.tsx'

/** Finds a reply by typing; Enter puts it into the field. */
export function QuickReplies({ onTake }: { onTake: (text: string | undefined) => void }) {
  const state = useStore(quickReplies.$state)
  const [isManaged, setManaged] = useState(false)
  useEffect(() => {
    quickReplies.load(null)
  }, [])
  if (isManaged) return <ManageReplies onClose={() => setManaged(false)} />
  return (
    <DeskModal title="快捷回复" footer={null} onCancel={() => onTake(undefined)}>
      <Flex gap="small">
        {state.status === 'ready' ? (
          <AutoComplete
            {...NAMED_LIST}
            autoFocus
            defaultOpen
            defaultActiveFirstOption
            className="quick-replies"
            aria-label="查找快捷回复"
            placeholder="标题或内容，↑↓ 选择，Enter 采用"
            notFoundContent={
              state.value.items.length === 0
                ? '还没有快捷回复。添加后所有同事均可使用。'
                : '没有找到。请换更短的词。'
            }
            showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed.trim()) }}
            options={state.value.items.map(({ title, text }) => ({
              value: `${title}\n${text}`,
              text,
              label: (
                <span className="quick-reply">
                  <b>{title}</b>
                  <span>{text}</span>
                </span>
              ),
            }))}
            onSelect={(_, { text }) => onTake(text)}
            // The first Esc closes the dialog, not only the list.
            onKeyDown={({ key, nativeEvent }) =>
              key === 'Escape' && !isComposing(nativeEvent) && onTake(undefined)
            }
          />
        ) : (
          <PartState state={state} onRetry={() => quickReplies.load(null)} />
        )}
        <Button disabled={state.status !== 'ready'} onClick={() => setManaged(true)}>
          管理快捷回复
        </Button>
      </Flex>
    </DeskModal>
  )
}

function ManageReplies({ onClose }: { onClose: () => void }) {
  const state = useStore(quickReplies.$state)
  const [edited, setEdited] = useState<QuickReply | 'new'>()
  const items = state.status === 'ready' ? state.value.items : []
  const before = edited === 'new' ? undefined : edited

  async function remove(reply: QuickReply) {
    const problem = await saveQuickReply(reply, undefined)
    if (problem) showToast(problem, 'error')
    else showToast('快捷回复已删除')
  }
  const columns: TableColumnsType<QuickReply> = [
    { title: '标题', dataIndex: 'title' },
    { title: '内容', dataIndex: 'text' },
    {
      title: '处理',
      render: (_, reply) => (
        <span className="desk-actions">
          <Button size="small" onClick={() => setEdited(reply)}>
            修改
          </Button>
          <Button size="small" danger onClick={() => remove(reply)}>
            删除
          </Button>
        </span>
      ),
    },
  ]
  return (
    <DeskModal title="管理快捷回复" width={760} footer={null} onCancel={onClose}>
      <Table<QuickReply>
        tailor
        size="small"
        columns={columns}
        dataSource={[...items]}
        rowKey={({ title, text }) => title + text}
        pagination={false}
        locale={{ emptyText: '还没有快捷回复。添加后所有同事均可使用。' }}
      />
      <Button block disabled={items.length >= QUICK_REPLIES_LIMIT} onClick={() => setEdited('new')}>
        添加一条
      </Button>
      {edited && (
        <FormModal<QuickReply>
          title={before ? '修改快捷回复' : '添加快捷回复'}
          okText="保存"
          done="快捷回复已保存"
          initial={before ?? {}}
          fields={quickReply.entries}
          onSubmit={(reply) => saveQuickReply(before, reply)}
          onClose={() => setEdited(undefined)}
        >
          <TextField name="title" label="标题" autoFocus />
          <TextField
            name="text"
            label="内容"
            rows={3}
            extra={`可以写 ${REPLY_FIELDS.map((field) => `{${field}}`).join(' ')}，采用时按当前咨询填好，没有的留给您补上。`}
          />
        </FormModal>
      )}
    </DeskModal>
  )
}
