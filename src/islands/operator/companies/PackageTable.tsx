import { Button, Form, Input, InputNumber, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { PACKAGES_PER_PAGE } from '../../../lib/contract/account/package.ts'
import {
  FILE_STORAGE_LIMIT_MB,
  type OperatorPackage,
  PACKAGE_DESCRIPTION_LIMIT,
  PACKAGE_NAME_LIMIT,
} from '../../../lib/contract/operator/package.ts'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { packages, setPackage } from '../../../lib/stores/operator/directory.ts'
import { DeskTable } from '../DeskTable.tsx'
import { FormDialog } from '../FormDialog.tsx'

type Row = OperatorPackage & { id: number }

/** What each level allows; a change holds at once for all companies of the level. */
export function PackageTable() {
  const [edited, setEdited] = useState<Row | null>(null)
  const columns: TableColumnsType<Row> = [
    { title: '等级', dataIndex: 'level' },
    { title: '名称', dataIndex: 'name' },
    { title: '说明', dataIndex: 'description', className: 'desk-text' },
    { title: '文件空间', render: (_, row) => `${formatNumber(storageOf(row))} MB` },
    { title: '企业', dataIndex: 'companies', render: (count: number) => `${formatNumber(count)} 家` },
    {
      title: '处理',
      render: (_, row) => (
        <Button size="small" onClick={() => setEdited(row)}>
          修改
        </Button>
      ),
    },
  ]
  return (
    <>
      <DeskTable
        label="等级"
        list={packages}
        columns={columns}
        perPage={PACKAGES_PER_PAGE}
        onPage={(page) => packages.open(null, page)}
        empty="没有企业等级"
      />
      {edited && (
        <FormDialog<{ name: string; description: string; file_storage: number }>
          title={`修改等级“${edited.name}”`}
          okText="保存"
          done="等级已保存"
          initial={{ name: edited.name, description: edited.description, file_storage: storageOf(edited) }}
          onSubmit={(values) => setPackage(edited.level, values)}
          onClose={() => setEdited(null)}
        >
          <Form.Item
            name="name"
            label="名称"
            rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
          >
            <Input maxLength={PACKAGE_NAME_LIMIT} />
          </Form.Item>
          <Form.Item
            name="description"
            label="说明"
            rules={[{ required: true, whitespace: true, message: '请填写说明' }]}
          >
            <Input.TextArea rows={2} maxLength={PACKAGE_DESCRIPTION_LIMIT} showCount />
          </Form.Item>
          <Form.Item
            name="file_storage"
            label="文件空间（MB）"
            rules={[{ required: true, message: '请填写文件空间' }]}
          >
            <InputNumber min={0} max={FILE_STORAGE_LIMIT_MB} precision={0} />
          </Form.Item>
        </FormDialog>
      )}
    </>
  )
}

function storageOf({ privileges }: OperatorPackage): number {
  return privileges.find(({ name }) => name === 'file_storage')?.limit ?? 0
}
