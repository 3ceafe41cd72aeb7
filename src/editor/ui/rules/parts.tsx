/** What the forms of rules are made of. */
import { Button, type ButtonProps, Drawer, Form } from 'antd'
import { type ReactNode, useId } from 'react'

/** A button that does not ask for attention. */
export function Quiet(props: ButtonProps) {
  return <Button type="link" size="small" {...props} />
}

interface FormDrawerProps {
  title: string
  /** What is missing; null: nothing. */
  problem: string | null
  /** What it comes to. */
  note?: ReactNode
  onDone: () => void
  onCancel: () => void
  children: ReactNode
}

/** Something that is changed as a whole, beside the page: what is wrong with it is said before it is taken. */
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
