import { Alert, Form, Input, InputNumber, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { Select } from '../../islands/kit/antd.tsx'
import type { ListedDocument } from '../calls.ts'
import { COLLECTION_LABELS, COLLECTION_NAMES, collectionOf, type EditedCollection } from '../document.ts'
import { ask } from './document.ts'

interface Wish {
  collection: EditedCollection
  title: string
  name: string
  id?: number
  from?: string
}

/** Creates a document from its template or as a copy: a draft, without a file until it is saved. */
export function NewDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Wish>()
  const collection = Form.useWatch('collection', form) ?? 'interpretations'
  const [listed, setListed] = useState<ListedDocument[]>([])
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    void ask('list', {}).then((asked) => {
      if (asked.ok) setListed(asked.answer)
      else setTrouble(asked.text)
    })
  }, [])
  const same = listed.filter(({ file }) => collectionOf(file) === collection)
  const nextId = Math.max(0, ...same.map(({ id }) => id ?? 0)) + 1
  const create = async ({ id = nextId, ...wish }: Wish) => {
    const asked = await ask('create', { ...wish, id })
    if (asked.ok) location.assign(`/frontend/editor/edit?file=${encodeURIComponent(asked.answer.file)}`)
    else setTrouble(asked.text)
  }
  return (
    <Modal open title="新建内容" okText="新建草稿" onOk={form.submit} onCancel={onClose}>
      <Form form={form} layout="vertical" initialValues={{ collection: 'interpretations' }} onFinish={create}>
        {trouble && <Alert type="error" title={trouble} />}
        <Form.Item name="collection" label="种类">
          <Select
            options={COLLECTION_NAMES.map((value) => ({ value, label: COLLECTION_LABELS[value] }))}
            onChange={() => form.setFieldValue('from', undefined)}
          />
        </Form.Item>
        <Form.Item name="from" label="从哪里开始" extra="复制时编号、资质和核对记录不带过去，其余照抄。">
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            allowClear
            placeholder="空白模板"
            options={same.map(({ file, title }) => ({ value: file, label: `复制：${title}` }))}
          />
        </Form.Item>
        <Form.Item
          name="title"
          label="标题"
          rules={[{ required: true, whitespace: true, max: 200, message: '请写标题，最多 200 个字' }]}
        >
          <Input autoFocus />
        </Form.Item>
        <Form.Item
          name="name"
          label="文件名"
          extra="编号会加在前面，例如 yanfa-feiyong。"
          rules={[
            {
              required: true,
              pattern: /^[a-z0-9][a-z0-9-]{0,60}$/,
              message: '请用小写字母、数字和连字符，字母或数字开头',
            },
          ]}
        >
          <Input />
        </Form.Item>
        <Form.Item name="id" label="编号" extra="页面地址里的编号，发布以后不再改。">
          <InputNumber controls={false} min={1} precision={0} placeholder={`${nextId}`} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
