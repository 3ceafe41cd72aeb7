import { Alert, Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { showToast } from '../kit/toast.ts'

interface Props<Values extends object> {
  title: string
  okText: string
  danger?: boolean
  initial: Partial<Values>
  /** @returns what went wrong; the dialog then stays, with what was typed. Empty: the form itself says it */
  onSubmit: (values: Values) => Promise<string | undefined>
  onClose: () => void
  done: string
  children: ReactNode | ((form: FormInstance<Values>) => ReactNode)
}

/** A form in a dialog. It closes when the server has taken what was entered, never before. */
export function FormDialog<Values extends object>({
  title,
  okText,
  danger = false,
  initial,
  onSubmit,
  onClose,
  done,
  children,
}: Props<Values>) {
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function submit(values: Values) {
    setBusy(true)
    setProblem(undefined)
    const text = await onSubmit(values)
    setBusy(false)
    if (text !== undefined) return setProblem(text)
    showToast(done)
    onClose()
  }

  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger }}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={submit}
        requiredMark={false}
      >
        {typeof children === 'function' ? children(form) : children}
        {/* Beside the button: a long form is longer than the window. */}
        {problem && <Alert type="error" className="desk-alert" title={problem} role="alert" />}
      </Form>
    </Modal>
  )
}
