/** The five main entries of the header (behaviour B2.1). */
export const NAVIGATION = [
  { href: '/', label: '首页' },
  { href: '/pmanagementlist', label: '政策解读' },
  { href: '/reviewlist', label: '政策原文' },
  { href: '/information', label: '政策资讯' },
  { href: '/enter', label: '服务商入驻' },
] as const

const SECTIONS: Record<string, string> = {
  '/pmanagement': '/pmanagementlist',
  '/review': '/reviewlist',
  '/information': '/information',
}

/** Which main entry a page belongs to; a detail page belongs to its list. */
export function currentEntry(pathname: string): string {
  const first = `/${pathname.split('/')[1] ?? ''}`
  return SECTIONS[first] ?? first
}
