import { Alert, Button, Form, type FormInstance, Input } from 'antd'
import { useRef, useState } from 'react'
import { CHAT_TEXT_LIMIT } from '../../../lib/contract/chat/chat-message.ts'
import {
  QUICK_REPLIES_LIMIT,
  QUICK_REPLY_TITLE_LIMIT,
  type QuickReply,
} from '../../../lib/contract/operator/reply.ts'
import { type RepliesSaved, saveQuickReplies } from '../../../lib/stores/operator/quick-replies.ts'
import { FormDialog, type FormEnd, TOLD_IN_FORM } from '../FormDialog.tsx'

interface Values {
  items: QuickReply[]
}

export type EditedReplies = Extract<RepliesSaved, { status: 'overtaken' }>['theirs']

interface Props {
  /** As they are when the form opens. */
  opened: EditedReplies
  onClose: () => void
}

/** All quick replies in one form; every operator uses the same ones. */
export function EditReplies({ opened, onClose }: Props) {
  /** Of the list that the operator knows of: what is newer is never written over. */
  const revision = useRef(opened.revision)
  const [theirs, setTheirs] = useState<EditedReplies>()

  async function save({ items = [] }: Values): Promise<FormEnd> {
    const end = await saveQuickReplies({ items, revision: revision.current })
    setTheirs(end.status === 'overtaken' ? end.theirs : undefined)
    if (end.status === 'overtaken') return TOLD_IN_FORM
    return end.status === 'failed' ? end.text : undefined
  }

  function know(list: EditedReplies): void {
    revision.current = list.revision
    setTheirs(undefined)
  }

  function takeTheirs(form: FormInstance<Values>, list: EditedReplies): void {
    know(list)
    form.setFieldsValue({ items: list.items })
  }

  function insist(form: FormInstance<Values>, list: EditedReplies): void {
    know(list)
    form.submit()
  }

  return (
    <FormDialog<Values>
      title="管理快捷回复"
      okText="保存"
      done="快捷回复已保存"
      initial={{ items: [...opened.items] }}
      onSubmit={save}
      onClose={onClose}
    >
      {(form) => (
        <>
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
          {theirs && (
            <Alert
              type="warning"
              className="desk-alert"
              role="alert"
              title={`同事刚刚保存了另一份快捷回复（共 ${theirs.items.length} 条），您的修改还没有保存。`}
              description={
                <span className="desk-actions">
                  <Button onClick={() => takeTheirs(form, theirs)}>放弃我的修改，改用同事的</Button>
                  <Button onClick={() => insist(form, theirs)}>用我的覆盖同事的</Button>
                </span>
              }
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
