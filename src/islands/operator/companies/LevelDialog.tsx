import { useStore } from '@nanostores/react'
import { Form, Input, Select } from 'antd'
import type { ListedCompany } from '../../../lib/contract/operator/company.ts'
import { LEVEL_NOTE_LIMIT } from '../../../lib/contract/operator/package.ts'
import { packages, setCompanyLevel } from '../../../lib/stores/operator/directory.ts'
import { FormDialog } from '../FormDialog.tsx'

/** A company gets another level, and is told. */
export function LevelDialog({ company, onClose }: { company: ListedCompany; onClose: () => void }) {
  const levels = useStore(packages.$state).page?.items ?? []
  return (
    <FormDialog<{ level: number; note?: string }>
      title={`调整“${company.name}”的等级`}
      okText="调整等级"
      done="等级已调整，并通知企业"
      initial={{ level: company.level }}
      onSubmit={({ level, note = '' }) => setCompanyLevel(company.id, level, note)}
      onClose={onClose}
    >
      <Form.Item name="level" label="企业等级" rules={[{ required: true, message: '请选择企业等级' }]}>
        <Select options={levels.map(({ level, name }) => ({ value: level, label: name }))} />
      </Form.Item>
      <Form.Item name="note" label="给企业的说明（可不填）">
        <Input.TextArea rows={2} maxLength={LEVEL_NOTE_LIMIT} showCount />
      </Form.Item>
    </FormDialog>
  )
}
