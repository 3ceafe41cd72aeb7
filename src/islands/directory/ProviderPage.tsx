import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { describePage } from '../../lib/browser/page-events.ts'
import type { PublicProvider } from '../../lib/contract/services/provider.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { $provider, openProvider } from '../../lib/stores/providers.ts'
import { $regionNames } from '../../lib/stores/region.ts'
import { startReserving } from '../../lib/stores/reserve.ts'
import { ReserveDialog } from '../parts/form/ReserveDialog.tsx'
import './provider-page.css'

const DESCRIPTION_LENGTH = 100

interface Props {
  categories: readonly { id: number; name: string }[]
}

export function ProviderPage({ categories }: Props) {
  const state = useStore($provider, { ssr: 'initial' })
  useEffect(() => {
    openProvider(location.pathname, categories)
  }, [categories])
  useEffect(() => {
    if (state.status === 'moved') location.replace(state.href)
  }, [state])
  if (state.status === 'ready') {
    const { provider, category } = state
    const isListed = categories.some(({ id }) => id === provider.category_id)
    return <Provider provider={provider} category={category} isListed={isListed} />
  }
  return (
    <div className="provider-waiting">
      <h1>服务商</h1>
      {(state.status === 'loading' || state.status === 'moved') && <p role="status">正在读取服务商资料…</p>}
      {state.status === 'none' && (
        <p role="status">
          没有找到这家服务商，可能已下线。<a href="/providerlist/1">查看其他服务商</a>
        </p>
      )}
      {state.status === 'failed' && (
        <p role="alert">
          加载失败：{state.text}{' '}
          <button
            type="button"
            className="button"
            onClick={() => openProvider(location.pathname, categories)}
          >
            重试
          </button>
        </p>
      )}
    </div>
  )
}

function Provider({
  provider,
  category,
  isListed,
}: {
  provider: PublicProvider
  category: string
  isListed: boolean
}) {
  const names = useStore($regionNames)
  const [isReserving, setReserving] = useState(false)
  const { id, category_id, company_name, services, regions, cases, contact, phone, gmt_modified } = provider
  useEffect(() => {
    describePage({ title: company_name, description: shorten(services) })
  }, [company_name, services])
  return (
    <div className="provider-page">
      <article>
        <p className="soft wrap provider-kind">
          {isListed ? (
            <a className="mark" href={`/providerlist/${category_id}`}>
              {category}
            </a>
          ) : (
            category !== '' && <span className="mark">{category}</span>
          )}
          <span>{regions.map((code) => names[code] ?? code).join('、')}</span>
        </p>
        <h1>{company_name}</h1>
        <h2>服务内容</h2>
        <p className="provider-text">{services}</p>
        {cases !== '' && (
          <>
            <h2>案例</h2>
            <p className="provider-text">{cases}</p>
          </>
        )}
        <p className="provider-note">
          资料由服务商填写，本站已核对营业执照（{chinaDay(new Date(gmt_modified))}），不对服务结果作担保。
        </p>
      </article>
      <aside>
        <h2>联系方式</h2>
        <dl>
          <dt>联系人</dt>
          <dd>{contact}</dd>
          <dt>电话</dt>
          <dd>
            <a href={`tel:${phone}`}>{phone}</a>
          </dd>
        </dl>
        <button
          type="button"
          className="button no-print"
          onClick={() => {
            startReserving()
            setReserving(true)
          }}
        >
          预约服务
        </button>
        {isReserving && (
          <ReserveDialog
            target={{ kind: 'provider', target_id: id }}
            title={`预约：${company_name}`}
            onClose={() => setReserving(false)}
          />
        )}
      </aside>
    </div>
  )
}

function shorten(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ')]
  return letters.length <= DESCRIPTION_LENGTH
    ? letters.join('')
    : `${letters.slice(0, DESCRIPTION_LENGTH - 1).join('')}…`
}
