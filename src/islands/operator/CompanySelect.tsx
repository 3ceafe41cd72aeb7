import { useStore } from '@nanostores/react'
import { Select } from 'antd'
import { useEffect } from 'react'
import { companies } from '../../lib/stores/operator/directory.ts'

interface Props {
  id?: string
  value?: number
  onChange?: (id: number) => void
}

/** Finds a company by a part of its name or by its number. */
export function CompanySelect({ id, value, onChange }: Props) {
  const { page, status } = useStore(companies.$state)
  const search = (q: string) => {
    companies.open({ q: q.trim() }, 1)
  }
  useEffect(() => {
    companies.open({ q: '' }, 1)
  }, [])
  return (
    <Select<number>
      {...(id && { id })}
      {...(value !== undefined && { value })}
      {...(onChange && { onChange })}
      showSearch={{ filterOption: false, onSearch: search }}
      loading={status === 'loading'}
      placeholder="输入企业名称或编号"
      notFoundContent={status === 'failed' ? '没有读到企业，请再输入一次' : '没有找到这家企业'}
      options={(page?.items ?? []).map((company) => ({
        value: company.id,
        label: `${company.name}（编号 ${company.id}）`,
      }))}
    />
  )
}
