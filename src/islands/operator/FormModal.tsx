import { Alert, Form, Input, InputNumber, Modal, type ModalProps } from 'antd'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { limitOf } from '../../lib/contract/text.ts'
import { openLayer } from '../kit/layers.ts'
import { showToast } from '../kit/toast.ts'

/** Lets the back button close a part that has no address of its own. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => (isOpen ? openLayer(() => latest.current()) : undefined), [isOpen])
}

/** A dialog that its parent shows and removes. At its end the focus returns to its former place. */
export function DeskModal(props: ModalProps & { onCancel: () => void }) {
  useBackCloses(true, props.onCancel)
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      const place = before?.isConnected ? before : document.querySelector('.ant-drawer-open')
      if (place instanceof HTMLElement) place.focus()
    },
    [before],
  )
  return <Modal open {...props} />
}

export type Schemas = Readonly<Record<string, v.GenericSchema>>

const Fields = createContext<Schemas>({})

interface Props<Values extends object> {
  title: string
  okText: string
  danger?: boolean
  initial?: Partial<Values>
  /** Schemas of the fields, by name: usually those of the call's body. */
  fields?: Schemas
  /** Gets trimmed texts, without empty ones. Returns an error, which keeps the dialog open. */
  onSubmit: (values: Values) => Promise<string | undefined>
  onClose: () => void
  /** Follows an accepted form, in place of `onClose`. */
  onDone?: () => void
  done?: string
  children?: ReactNode
}

function trimmed<Values extends object>(values: Values): Values {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ])
  return Object.fromEntries(texts.filter(([, value]) => value !== '' && value !== null))
}

/** A form in a dialog. It closes when the server has accepted the input; nothing closes it while the request runs. */
export function FormModal<Values extends object = object>({
  title,
  okText,
  danger = false,
  initial = {},
  fields = {},
  onSubmit,
  onClose,
  onDone = onClose,
  done,
  children,
}: Props<Values>) {
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function submit(values: Values) {
    // A second Enter in a field.
    if (isBusy) return
    setBusy(true)
    const text = await onSubmit(trimmed(values))
    setBusy(false)
    setProblem(text)
    if (text !== undefined) return
    if (done) showToast(done)
    onDone()
  }

  return (
    <DeskModal
      title={title}
      okText={okText}
      okButtonProps={{ danger }}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      keyboard={!isBusy}
      closable={{ disabled: isBusy }}
      cancelButtonProps={{ disabled: isBusy }}
      onOk={() => form.submit()}
      onCancel={() => isBusy || onClose()}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
        }}
        requiredMark={false}
      >
        <Fields value={fields}>{children}</Fields>
        {/* Beside the button: a long form is longer than the window. */}
        {problem && <Alert type="error" className="desk-alert" title={problem} role="alert" />}
      </Form>
    </DeskModal>
  )
}

interface FieldProps {
  name: string
  label: string
  extra?: ReactNode
}

interface TextFieldProps extends FieldProps {
  /** Without one, the form's `fields` have it. */
  schema?: v.GenericSchema
  rows?: number
  autoFocus?: boolean
  inputMode?: 'numeric' | 'tel'
}

/** A text. Its schema has the limit, and the words for a wrong one. */
export function TextField({ name, label, schema, rows, extra, ...input }: TextFieldProps) {
  const given = useContext(Fields)[name]
  const rules = schema ?? given
  const limit = rules && limitOf(rules)
  return (
    <Form.Item name={name} label={label} extra={extra} rules={ruleOf(rules)}>
      {rows ? (
        <Input.TextArea {...input} rows={rows} {...(limit && { maxLength: limit, showCount: true })} />
      ) : (
        <Input {...input} autoComplete="off" {...(limit && { maxLength: limit })} />
      )}
    </Form.Item>
  )
}

export function NumberField({ name, label, extra }: FieldProps) {
  const rules = useContext(Fields)[name]
  return (
    <Form.Item name={name} label={label} extra={extra} rules={ruleOf(rules)}>
      <InputNumber controls={false} min={0} precision={0} />
    </Form.Item>
  )
}

function ruleOf(schema?: v.GenericSchema) {
  if (!schema) return []
  async function validator(_: unknown, value: unknown) {
    const given = typeof value === 'string' ? value.trim() || undefined : (value ?? undefined)
    const { issues } = v.safeParse(schema as v.GenericSchema, given)
    if (issues) throw new Error(issues[0].message)
  }
  return [{ validator }]
}
