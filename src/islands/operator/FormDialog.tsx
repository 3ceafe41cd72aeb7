import { Alert, Form, type FormInstance, Modal, type ModalProps } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { openLayer } from '../kit/layers.ts'
import { showToast } from '../kit/toast.ts'

export const TOLD_IN_FORM = Symbol('told in the form')

/** Undefined when it is done. Otherwise what went wrong; the dialog stays open with what was typed. */
export type FormEnd = string | undefined | typeof TOLD_IN_FORM

interface Props<Values extends object> {
  title: string
  okText: string
  danger?: boolean
  initial: Partial<Values>
  onSubmit: (values: Values) => Promise<FormEnd>
  onClose: () => void
  done: string
  children: ReactNode | ((form: FormInstance<Values>) => ReactNode)
}

/** Back closes what is open without an address of its own. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => (isOpen ? openLayer(() => latest.current()) : undefined), [isOpen])
}

interface DeskModalProps extends Omit<ModalProps, 'onCancel'> {
  onCancel: () => void
}

/** A dialog that is there as long as what shows it: the focus then returns to where it was, for whoever works by keys. */
export function DeskModal(props: DeskModalProps) {
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

/** A form in a dialog. It closes when the server has accepted the input; nothing closes it while the request runs. */
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
  /** The end of the session removes the dialog from the page even while a request runs. */
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function submit(values: Values) {
    // Enter in a field, again.
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    const end = await onSubmit(values)
    setBusy(false)
    if (end === undefined) showToast(done)
    if (!isShown.current) {
      if (typeof end === 'string') showToast(end, 'error')
    } else if (end === undefined) onClose()
    else if (typeof end === 'string') setProblem(end)
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
        {typeof children === 'function' ? children(form) : children}
        {/* Beside the button: a long form is longer than the window. */}
        {problem && <Alert type="error" className="desk-alert" title={problem} role="alert" />}
      </Form>
    </DeskModal>
  )
}
