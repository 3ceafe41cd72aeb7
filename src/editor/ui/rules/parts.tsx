/** Shared parts of the rule forms. */
import { Button, type ButtonProps, Drawer, Form } from 'antd'
import { type ReactNode, useId } from 'react'

/** A low-emphasis button. */
export function Quiet(props: ButtonProps) {
  return <Button type="link" size="small" {...props} />
}

interface FormDrawerProps {
  title: string
  /** The missing input; null: complete. */
  problem: string | null
  /** The calculated result. */
  note?: ReactNode
  onDone: () => void
  onCancel: () => void
  children: ReactNode
}

/** A drawer that edits something as a whole: problems appear before the change applies. */
export function FormDrawer({ title, problem, note, onDone, onCancel, children }: FormDrawerProps) {
  const id = useId()
  return (
    <Drawer
      open
      size={560}
      title={title}
      onClose={onCancel}
      afterOpenChange={() =>
        document.getElementById(id)?.querySelector<HTMLElement>('input, textarea')?.focus()
      }
      footer={
        <div className="rule-fields">
          <span role="status" className={`rule-text ${problem === null ? 'rule-note' : 'rule-problem'}`}>
            {problem ?? note}
          </span>
          <Button onClick={onCancel}>取消</Button>
          <Button type="primary" htmlType="submit" form={id} disabled={problem !== null}>
            确定
          </Button>
        </div>
      }
    >
      <Form id={id} layout="vertical" className="form rule-form" onFinish={onDone}>
        {children}
      </Form>
    </Drawer>
  )
}
