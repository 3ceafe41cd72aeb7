import { Form, Input } from 'antd'
import { REMARK_LIMIT } from '../../../lib/contract/chat/chat-file.ts'

/** A remark is saved only if there is one (behaviour B7.8). */
export function RemarkField() {
  return (
    <Form.Item
      name="remark"
      label="备注"
      rules={[{ required: true, whitespace: true, message: '请填写备注' }]}
    >
      <Input.TextArea rows={2} maxLength={REMARK_LIMIT} showCount />
    </Form.Item>
  )
}
