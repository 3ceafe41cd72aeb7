import { MY_MATCHES } from '../../my-lists.ts'

interface Props {
  list: 'matched' | 'latest' | 'followed'
}

const WORDS = {
  matched: {
    title: '还没有匹配到政策',
    text: '回答企业的基本情况并存入账户，符合和待确认的政策就会列在这里，每条都有理由。',
    href: '/match',
    label: '去一键匹配',
  },
  latest: {
    title: '上次来过之后没有新的匹配',
    text: '有新政策与您企业匹配时会列在这里。更新一下回答，也可能匹配到更多。',
    href: '/match',
    label: '去一键匹配',
  },
  followed: {
    title: '还没有关注的政策',
    text: '在匹配结果里点“关注”，政策就会列在这里。',
    href: MY_MATCHES.href,
    label: `看${MY_MATCHES.title}`,
  },
}

/** Nothing here, why, and what to do next. */
export function ListEmpty({ list }: Props) {
  const { title, text, href, label } = WORDS[list]
  return (
    <div className="list-empty">
      <svg viewBox="0 0 120 90" width="120" height="90" aria-hidden="true">
        <path d="M24 12h56l16 16v50H24Z" fill="var(--brand-tint)" stroke="var(--brand)" strokeWidth="2" />
        <path d="M80 12v16h16M36 40h48M36 52h48M36 64h28" fill="none" stroke="var(--brand)" strokeWidth="2" />
      </svg>
      <h2>{title}</h2>
      <p>{text}</p>
      <a className="button button-primary" href={href}>
        {label}
      </a>
    </div>
  )
}
