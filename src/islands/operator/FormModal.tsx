import { Alert, Form, Input, Modal, type ModalProps } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { openLayer } from '../kit/layers.ts'
import { showToast } from '../kit/toast.ts'

/** Back closes what is open without an address of its own. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => (isOpen ? openLayer(() => latest.current()) : undefined), [isOpen])
}

/** A dialog that is there as long as what shows it: the focus then returns to where it was, for whoever works by keys. */
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

interface Props<Values extends object> {
  title: string
  okText: string
  danger?: boolean
  initial?: Partial<Values>
  /** @returns what went wrong: the dialog stays open with what was typed */
  onSubmit: (values: Values) => Promise<string | undefined>
  onClose: () => void
  /** Told when it is done. */
  done: string
  children: ReactNode
}

/** A form in a dialog. It closes when the server has accepted the input; nothing closes it while the request runs. */
export function FormModal<Values extends object>({
  title,
  okText,
  danger = false,
  initial = {},
  onSubmit,
  onClose,
  done,
  children,
}: Props<Values>) {
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function submit(values: Values) {
    // Enter in a field, again.
    if (isBusy) return
    setBusy(true)
    const text = await onSubmit(values)
    setBusy(false)
    setProblem(text)
    if (text !== undefined) return
    showToast(done)
    onClose()
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
        {children}
        {/* Beside the button: a long form is longer than the window. */}
        {problem && <Alert type="error" className="desk-alert" title={problem} role="alert" />}
      </Form>
    </DeskModal>
  )
}

interface TextFieldProps {
  name: string | (string | number)[]
  label: string
  limit: number
  /** Told where it is left empty; undefined: it may be. */
  needed?: string | undefined
  /** Several: it is a text of paragraphs. */
  rows?: number
  extra?: string
  autoFocus?: boolean
}

export function TextField({ name, label, limit, needed, rows, extra, autoFocus = false }: TextFieldProps) {
  const rules = needed ? [{ required: true, whitespace: true, message: needed }] : []
  return (
    <Form.Item name={name} label={label} extra={extra} rules={rules}>
      {rows ? (
        <Input.TextArea autoFocus={autoFocus} rows={rows} maxLength={limit} showCount />
      ) : (
        <Input autoFocus={autoFocus} maxLength={limit} />
      )}
    </Form.Item>
  )
}
