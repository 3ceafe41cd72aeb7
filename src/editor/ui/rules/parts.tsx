import { Button, type ButtonProps, Drawer, Flex, Form } from 'antd'
import { type ReactNode, useId } from 'react'

export function Quiet(props: ButtonProps) {
  return <Button type="link" size="small" {...props} />
}

interface FormDrawerProps {
  title: string
  problem: string | null
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
        <Flex gap="small" align="center">
          <span role="status" className={`rule-text ${problem === null ? 'editor-note' : 'editor-wrong'}`}>
            {problem ?? note}
          </span>
          <Button onClick={onCancel}>取消</Button>
          <Button type="primary" htmlType="submit" form={id} disabled={problem !== null}>
            确定
          </Button>
        </Flex>
      }
    >
      <Form id={id} layout="vertical" className="form" onFinish={onDone}>
        <Flex vertical gap="middle">
          {children}
        </Flex>
      </Form>
    </Drawer>
  )
}
