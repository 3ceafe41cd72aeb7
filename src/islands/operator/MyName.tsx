import { Form, Input } from 'antd'
import { useState } from 'react'
import { OPERATOR_NAME_LIMIT } from '../../lib/contract/operator/name.ts'
import { changeMyName } from '../../lib/stores/operator/desk.ts'
import { FormDialog } from './FormDialog.tsx'

/** Who sits here, and the way to another name. */
export function MyName({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="desk-name"
        aria-label={`${name}，修改我的姓名`}
        onClick={() => setOpen(true)}
      >
        {name}
      </button>
      {isOpen && (
        <FormDialog<{ name: string }>
          title="我的姓名"
          okText="保存"
          done="姓名已修改"
          initial={{ name }}
          onSubmit={(values) => changeMyName(values.name)}
          onClose={() => setOpen(false)}
        >
          <Form.Item
            name="name"
            label="姓名"
            extra="同事转交咨询时看到的名字；没有登记为专家的，企业在咨询里也看到它。"
            rules={[{ required: true, whitespace: true, message: '请填写姓名' }]}
          >
            <Input autoFocus maxLength={OPERATOR_NAME_LIMIT} />
          </Form.Item>
        </FormDialog>
      )}
    </>
  )
}
