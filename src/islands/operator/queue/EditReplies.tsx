import { Button, Form, Input } from 'antd'
import { CHAT_TEXT_LIMIT } from '../../../lib/contract/chat-message.ts'
import {
  QUICK_REPLIES_LIMIT,
  QUICK_REPLY_TITLE_LIMIT,
  type QuickReply,
} from '../../../lib/contract/operator-reply.ts'
import { saveQuickReplies } from '../../../lib/stores/operator/quick-replies.ts'
import { FormDialog } from '../FormDialog.tsx'

interface Values {
  items: QuickReply[]
}

/** All quick replies in one form; every operator uses the same ones. */
export function EditReplies({ items, onClose }: { items: readonly QuickReply[]; onClose: () => void }) {
  return (
    <FormDialog<Values>
      title="管理快捷回复"
      okText="保存"
      done="快捷回复已保存"
      initial={{ items: [...items] }}
      onSubmit={(values) => saveQuickReplies(values.items ?? [])}
      onClose={onClose}
    >
      <Form.List name="items">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <fieldset key={key} className="edit-reply">
                <legend className="visually-hidden">第 {name + 1} 条</legend>
                <Form.Item
                  name={[name, 'title']}
                  label="标题"
                  rules={[{ required: true, whitespace: true, message: '请填写标题' }]}
                >
                  <Input maxLength={QUICK_REPLY_TITLE_LIMIT} />
                </Form.Item>
                <Form.Item
                  name={[name, 'text']}
                  label="内容"
                  rules={[{ required: true, whitespace: true, message: '请填写回复内容' }]}
                >
                  <Input.TextArea rows={2} maxLength={CHAT_TEXT_LIMIT} />
                </Form.Item>
                <Button size="small" onClick={() => remove(name)}>
                  删除这一条
                </Button>
              </fieldset>
            ))}
            {fields.length < QUICK_REPLIES_LIMIT && (
              <Button block onClick={() => add({ title: '', text: '' })}>
                添加一条
              </Button>
            )}
          </>
        )}
      </Form.List>
    </FormDialog>
  )
}
