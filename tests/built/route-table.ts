/**
 * The rows of the route table (behaviour B1.1) with one address each. `route` is the row as it is written there; what
 * B1.2 adds has a plus.
 */

export interface RouteRow {
  route: string
  /** An address of this row in the shipped content. */
  path: string
  header: boolean
  /** Of the page's canonical link; null: the page asks not to be indexed, so it has none. */
  canonical: string | null
  /** Words of the breadcrumb's last step, or null where the page is no place within a section. */
  breadcrumb: string | null
  title: string | RegExp
  layout?: 'phone' | 'desk' | 'embed'
  status?: 404
}

const bare = { header: false } as const
const shell = { header: true } as const

export const ROUTE_TABLE: readonly RouteRow[] = [
  { route: '/', path: '/', ...shell, canonical: '/', breadcrumb: null, title: /^知策/ },
  ...['1', '2', '3', '4'].map((id) => ({
    route: '/mylist/{id}',
    path: `/mylist/${id}`,
    ...shell,
    canonical: null,
    breadcrumb: null,
    title: [/我的申报订单/, /我的匹配政策/, /最新匹配政策/, /我的关注/][Number(id) - 1] as RegExp,
  })),
  {
    route: '/providerlist/{id}',
    path: '/providerlist/1',
    ...shell,
    canonical: '/providerlist/1',
    breadcrumb: '首页',
    title: '知识产权服务商 - 知策',
  },
  {
    route: '+',
    path: '/providerlist/added',
    ...shell,
    canonical: null,
    breadcrumb: '首页',
    title: '服务商 - 知策',
  },
  {
    route: '/pmanagementlist',
    path: '/pmanagementlist',
    ...shell,
    canonical: '/pmanagementlist',
    breadcrumb: null,
    title: '政策解读 - 知策',
  },
  {
    route: '/pmanagement/{id}',
    path: '/pmanagement/2',
    ...shell,
    canonical: '/pmanagement/2',
    breadcrumb: '政策解读',
    title: /^高新技术企业.* - 知策$/,
  },
  { route: '/search', path: '/search', ...shell, canonical: '/search', breadcrumb: null, title: /^搜政策/ },
  {
    route: '/pmobile/{id}',
    path: '/pmobile/2',
    ...bare,
    canonical: '/pmanagement/2',
    breadcrumb: '政策解读',
    title: /^高新技术企业.* - 知策$/,
  },
  {
    route: '/imobile/{id}',
    path: '/imobile/1',
    ...bare,
    canonical: '/information/consultation/1',
    breadcrumb: '政策资讯',
    title: / - 知策$/,
  },
  {
    route: '/rmobile/{id}',
    path: '/rmobile/2',
    ...bare,
    canonical: '/review/2',
    breadcrumb: '政策原文',
    title: '高新技术企业认定管理办法 - 知策',
  },
  {
    route: '/reviewlist',
    path: '/reviewlist',
    ...shell,
    canonical: '/reviewlist',
    breadcrumb: null,
    title: '政策原文 - 知策',
  },
  {
    route: '/review/{id}',
    path: '/review/2',
    ...shell,
    canonical: '/review/2',
    breadcrumb: '政策原文',
    title: '高新技术企业认定管理办法 - 知策',
  },
  {
    route: '/enter',
    path: '/enter',
    ...shell,
    canonical: '/enter',
    breadcrumb: '服务商说明',
    title: /^服务商入驻/,
  },
  {
    route: '/facilitator',
    path: '/facilitator',
    ...shell,
    canonical: '/facilitator',
    breadcrumb: '首页',
    title: '服务商说明 - 知策',
  },
  {
    route: '/information',
    path: '/information',
    ...shell,
    canonical: '/information',
    breadcrumb: null,
    title: '政策资讯 - 知策',
  },
  {
    route: '/enterprise/{id}/{id}',
    path: '/enterprise/1/1',
    ...shell,
    canonical: null,
    breadcrumb: '知识产权服务商',
    title: /^示例.* - 知策$/,
  },
  {
    route: '+',
    path: '/enterprise/approved',
    ...shell,
    canonical: null,
    breadcrumb: null,
    title: '服务商 - 知策',
  },
  {
    route: '/information/consultation/{id}',
    path: '/information/consultation/1',
    ...shell,
    canonical: '/information/consultation/1',
    breadcrumb: '政策资讯',
    title: / - 知策$/,
  },
  ...['/404', '/404/anything', '/nowhere', '/review/999999', '/mylist/5'].map((path) => ({
    route: '/404',
    path,
    ...bare,
    canonical: null,
    breadcrumb: null,
    title: '页面不存在 - 知策',
    status: 404 as const,
  })),
  {
    route: '/popular',
    path: '/popular',
    ...bare,
    canonical: '/popular',
    breadcrumb: '首页',
    title: '热门政策 - 知策',
    layout: 'phone',
  },
  ...['/popular/2', '/popular/2/anything', '/popular/2/a/b'].map((path) => ({
    route: '/popular/{id}',
    path,
    ...bare,
    canonical: '/pmanagement/2',
    breadcrumb: '热门政策',
    title: /^高新技术企业.* - 知策$/,
    layout: 'phone' as const,
  })),
  {
    route: '/loan',
    path: '/loan',
    ...bare,
    canonical: '/loan/home',
    breadcrumb: '首页',
    title: /^企业贷款/,
  },
  ...['/loan/home', '/loan/explain', '/loan/declare', '/loan/success'].map((path) => ({
    route: path,
    path,
    ...bare,
    canonical: /home|explain/.test(path) ? path : null,
    breadcrumb: path === '/loan/home' ? '首页' : '企业贷款',
    title: /贷款/,
  })),
  {
    route: '/fund/{id}',
    path: '/fund/1',
    ...bare,
    canonical: null,
    breadcrumb: '首页',
    title: '示例先进制造产业引导基金 - 知策',
  },
  { route: '+', path: '/match', ...shell, canonical: '/match', breadcrumb: null, title: /^一键匹配/ },
  {
    route: '+',
    path: '/compare',
    ...shell,
    canonical: '/compare',
    breadcrumb: '首页',
    title: /^政策对比/,
  },
  {
    route: '+',
    path: '/places',
    ...shell,
    canonical: '/places',
    breadcrumb: '首页',
    title: /^各地政策/,
  },
  {
    route: '+',
    path: '/embed',
    ...shell,
    canonical: '/embed',
    breadcrumb: '首页',
    title: /^嵌入到您的网站/,
  },
  ...(
    [
      ['match', '/match', /^一键匹配/],
      ['policy/2', '/pmanagement/2', /^高新技术企业.*是否符合/],
    ] as const
  ).map(([path, canonical, title]) => ({
    route: '+',
    path: `/embed/${path}`,
    ...bare,
    canonical,
    breadcrumb: null,
    title,
    layout: 'embed' as const,
  })),
  { route: '+', path: '/help', ...shell, canonical: '/help', breadcrumb: '首页', title: '帮助 - 知策' },
  {
    route: '+',
    path: '/agreement',
    ...shell,
    canonical: '/agreement',
    breadcrumb: '首页',
    title: /^用户协议/,
  },
  { route: '+', path: '/privacy', ...shell, canonical: '/privacy', breadcrumb: '首页', title: /^隐私政策/ },
  { route: '+', path: '/grade', ...shell, canonical: null, breadcrumb: '企业文件', title: /^企业等级/ },
  { route: '+', path: '/documents', ...shell, canonical: null, breadcrumb: null, title: /^企业文件/ },
  { route: '+', path: '/account', ...shell, canonical: null, breadcrumb: null, title: /^企业账户/ },
  // The operators' desk.
  ...(
    [
      ['', '我的待办'],
      ['/conversations', '咨询'],
      ['/orders', '政策申报'],
      ['/requests', '入驻与贷款'],
      ['/reservations', '预约'],
      ['/messages', '发布消息'],
      ['/companies', '企业与等级'],
      ['/experts', '专家与类别'],
      ['/corrections', '内容纠错'],
      ['/service', '服务'],
      ['/operators', '运营人员'],
    ] as const
  ).map(([section, title]) => ({
    route: '+',
    path: `/operator${section}`,
    ...bare,
    canonical: null,
    breadcrumb: null,
    title: `${title} · 运营工作台 - 知策`,
    layout: 'desk' as const,
  })),
]
