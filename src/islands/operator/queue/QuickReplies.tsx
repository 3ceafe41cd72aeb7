import { useStore } from '@nanostores/react'
import { Alert, Button, Form, type FormInstance, Input, Skeleton } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { CHAT_TEXT_LIMIT } from '../../../lib/contract/chat/chat-message.ts'
import {
  QUICK_REPLIES_LIMIT,
  QUICK_REPLY_TITLE_LIMIT,
  type QuickReply,
} from '../../../lib/contract/operator/reply.ts'
import { fieldsOf, filledText, fillReply, REPLY_FIELDS } from '../../../lib/rules/chat/reply-fields.ts'
import {
  $quickReplies,
  loadQuickReplies,
  type RepliesSaved,
  saveQuickReplies,
} from '../../../lib/stores/operator/replies.ts'
import { findReplyFields } from '../../../lib/stores/operator/work.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { isComposing } from '../../kit/is-composing.ts'
import { DeskModal, FormDialog, type FormEnd, TOLD_IN_FORM } from '../FormDialog.tsx'

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
    <DeskModal title="快捷回复" footer={null} onCancel={() => onTake(undefined)}>
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
        <EmptyState subject="messages">
          {items.length === 0 ? '还没有快捷回复。添加后所有同事均可使用。' : '没有找到。请换更短的词。'}
        </EmptyState>
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
    </DeskModal>
  )
}

const idOf = (index: number) => `quick-reply-${index}`

function showChosen(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

interface FillReplyProps {
  conversationId: number
  text: string
  onTake: (text: string | undefined) => void
}

/** The fields of a reply, filled from the conversation; what is missing is marked, and typed here. */
export function FillReply({ conversationId, text, onTake }: FillReplyProps) {
  const [values, setValues] = useState<Record<string, string>>()
  useEffect(() => {
    findReplyFields(conversationId).then(setValues)
  }, [conversationId])
  const parts = fillReply(text, values ?? {})
  const filled = filledText(parts)
  const fields = fieldsOf(text)
  const firstEmpty = values && fields.find((field) => !values[field]?.trim())
  return (
    <DeskModal
      title="填写快捷回复"
      okText="采用"
      okButtonProps={{ disabled: filled === undefined, htmlType: 'submit', form: 'fill-reply' }}
      onCancel={() => onTake(undefined)}
    >
      {values === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <form
          id="fill-reply"
          className="fill-reply"
          onSubmit={(event) => {
            event.preventDefault()
            if (filled !== undefined) onTake(filled)
          }}
        >
          {fields.map((field) => (
            <div key={field} className="fill-field">
              <label htmlFor={`fill-${field}`}>{field}</label>
              <Input
                id={`fill-${field}`}
                autoFocus={field === (firstEmpty ?? fields[0])}
                status={values[field]?.trim() ? '' : 'error'}
                placeholder={`请填写${field}`}
                value={values[field] ?? ''}
                onChange={({ target }) => setValues({ ...values, [field]: target.value })}
              />
            </div>
          ))}
          <p className="fill-preview" role="status" aria-label="预览">
            {parts.map((part, index) =>
              'text' in part ? (
                part.text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their places
                <mark key={index} className={part.value === '' ? 'fill-empty' : undefined}>
                  {part.value || `{${part.field}}`}
                </mark>
              ),
            )}
          </p>
        </form>
      )}
    </DeskModal>
  )
}

interface Values {
  items: QuickReply[]
}

type EditedReplies = Extract<RepliesSaved, { status: 'overtaken' }>['theirs']

interface EditRepliesProps {
  /** As they are when the form opens. */
  opened: EditedReplies
  onClose: () => void
}

/** All quick replies in one form; every operator uses the same ones. */
function EditReplies({ opened, onClose }: EditRepliesProps) {
  /** Revision of the list that the form began with: newer changes are never overwritten. */
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
          <p className="desk-soft">
            内容里可以写 {REPLY_FIELDS.map((field) => `{${field}}`).join(' ')}
            ，采用时按当前咨询填好，没有的由您补上。
          </p>
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
              title={`同事刚刚保存了另一份快捷回复（共 ${theirs.items.length} 条），您的修改尚未保存。`}
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
