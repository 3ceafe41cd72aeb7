/** Picks one or several entries of a register, found by any of their names. */
import { useStore } from '@nanostores/react'
import { Input } from 'antd'
import { useContext, useEffect, useMemo } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import divisions from '../../../lib/content/divisions.json' with { type: 'json' }
import { regionName } from '../../../lib/content/regions.ts'
import { $pickLists, loadPickList } from '../../../lib/stores/match/pick.ts'
import { collectionOf } from '../../document.ts'
import { $documents, change } from '../document.ts'
import { FormContext } from './form-context.ts'

export type Register = 'region' | 'industry' | 'authority' | 'originals' | 'interpretations'

type Code = string | number

interface Entrant {
  value: Code
  label: string
  also?: string
}

const REGIONS: Entrant[] = Object.keys(divisions).map((code) => ({
  value: code,
  label: `${regionName(code)}（${code}）`,
}))

export const AUTHORITIES_FILE = 'authorities.yaml'

interface Authority {
  name: string
  full?: string
  aliases?: string[]
}

export function useAuthorities(): readonly Authority[] {
  const state = useStore($documents)[AUTHORITIES_FILE]
  return state?.status === 'ready' && Array.isArray(state.data) ? state.data : NOBODY
}

const NOBODY: readonly Authority[] = []

export const registered = (authorities: readonly Authority[], spelling: string) =>
  authorities.find(({ name, full, aliases = [] }) => [name, full, ...aliases].includes(spelling))

function useEntrants(from: Register | undefined, options: readonly Entrant[]): readonly Entrant[] {
  const { documents } = useContext(FormContext)
  const authorities = useAuthorities()
  const { industry: industries } = useStore($pickLists)
  useEffect(() => void (from === 'industry' && loadPickList('industry')), [from])
  return useMemo(() => {
    if (from === undefined) return options
    if (from === 'region') return REGIONS
    if (from === 'industry') {
      const list = industries.status === 'ready' ? [...industries.list.byCode.values()] : []
      return list.map(({ code, path }) => ({ value: code, label: path }))
    }
    if (from === 'authority') {
      return authorities.map(({ name, full = '', aliases = [] }) => ({
        ...{ value: name, label: name, also: [full, ...aliases].join(' ') },
      }))
    }
    return documents.flatMap(({ file, id, title, number }) =>
      collectionOf(file) !== from || id === null
        ? []
        : [{ value: id, label: `${id} · ${title}`, also: number ?? '' }],
    )
  }, [from, options, documents, authorities, industries])
}

interface Props {
  id: string
  value: readonly Code[]
  onChange(value: Code[]): void
  isMultiple?: boolean
  from?: Register
  options?: readonly Entrant[]
}

/** The list of authorities is open: others than the register's can be typed. */
export function Picker({ from, options = [], value, onChange, isMultiple = false, ...named }: Props) {
  const entrants = useEntrants(from, options)
  const authorities = useAuthorities()
  const isOpenList = from === 'authority'
  const unknown = isOpenList ? value.filter((name) => !registered(authorities, String(name))) : []
  const canonical = (picked: Code) => (isOpenList && registered(authorities, String(picked))?.name) || picked
  return (
    <>
      <Select<Code | Code[] | null>
        {...named}
        className="form-picker"
        {...((isMultiple || isOpenList) && { mode: isOpenList ? ('tags' as const) : ('multiple' as const) })}
        {...(isOpenList && { tokenSeparators: ['、', '，', ','], ...(!isMultiple && { maxCount: 1 }) })}
        allowClear={!isMultiple}
        showSearch={{
          filterOption: (typed, entrant) =>
            typed
              .split(/\s+/)
              .every((part) => `${entrant?.label} ${entrant?.value} ${entrant?.['also']}`.includes(part)),
        }}
        placeholder={isOpenList ? '输入名称或简称' : '输入名称或编号'}
        notFoundContent="没有找到"
        options={[...entrants]}
        value={isMultiple || isOpenList ? [...value] : (value[0] ?? null)}
        onChange={(picked) => onChange([...new Set([picked ?? []].flat().map(canonical))])}
      />
      {unknown.map((name) => (
        <Unregistered key={name} name={String(name)} place={authorities.length} />
      ))}
    </>
  )
}

/** A notice for an authority outside the register: a typo, or a new one. */
function Unregistered({ name, place }: { name: string; place: number }) {
  return (
    <div className="editor-note">
      机关表里没有“{name}”。写错了的请改；是新机关的，填上官方网站登记。
      <Input.Search
        size="small"
        aria-label={`${name}的官方网站`}
        placeholder="https://"
        enterButton="登记到机关表"
        onSearch={(site) => {
          const isAddress = /^https?:\/\/[^\s/]+/.test(site.trim())
          if (isAddress) change(AUTHORITIES_FILE, [{ path: [place], value: { name, site: site.trim() } }])
        }}
      />
    </div>
  )
}
