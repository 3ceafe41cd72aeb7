/**
 * The rows of the route table (behaviour B1.1) with one address each. `route` is the row as written there; additions of B1.2
 * have a plus.
 */

export interface RouteRow {
  route: string
  path: string
  title: string | RegExp
  header: boolean
  /** Address of the page's canonical link; null for a page without indexing, which has none. */
  canonical: string | null
  breadcrumb: string | null
  layout?: 'phone' | 'desk' | 'embed'
  status?: 404
}

const row = (
  route: string,
  path: string,
  title: RouteRow['title'],
  more: Partial<RouteRow> = {},
): RouteRow => ({ route, path, title, header: true, canonical: path, breadcrumb: null, ...more })

const hidden = { canonical: null }
const bare = { header: false }
const below = (breadcrumb: string) => ({ breadcrumb })
const HIGH_TECH = /^高新技术企业.* - 知策$/
const ANY = / - 知策$/

export const ROUTE_TABLE: readonly RouteRow[] = [
  row('/', '/', /^知策/),
  row('/mylist/{id}', '/mylist/1', /我的申报订单/, hidden),
  row('/mylist/{id}', '/mylist/2', /我的匹配政策/, hidden),
  row('/mylist/{id}', '/mylist/3', /最新匹配政策/, hidden),
  row('/mylist/{id}', '/mylist/4', /我的关注/, hidden),
  row('/providerlist/{id}', '/providerlist/1', '知识产权服务商 - 知策', below('首页')),
  row('+', '/providerlist/added', '服务商 - 知策', { ...hidden, ...below('首页') }),
  row('/pmanagementlist', '/pmanagementlist', '政策解读 - 知策'),
  row('/pmanagement/{id}', '/pmanagement/2', HIGH_TECH, below('政策解读')),
  row('/search', '/search', /^搜政策/),
  row('/pmobile/{id}', '/pmobile/2', HIGH_TECH, {
    ...bare,
    canonical: '/pmanagement/2',
    ...below('政策解读'),
  }),
  row('/imobile/{id}', '/imobile/1', ANY, {
    ...bare,
    canonical: '/information/consultation/1',
    ...below('政策资讯'),
  }),
  row('/rmobile/{id}', '/rmobile/2', '高新技术企业认定管理办法 - 知策', {
    ...bare,
    canonical: '/review/2',
    ...below('政策原文'),
  }),
  row('/reviewlist', '/reviewlist', '政策原文 - 知策'),
  row('/review/{id}', '/review/2', '高新技术企业认定管理办法 - 知策', below('政策原文')),
  row('/enter', '/enter', /^服务商入驻/, below('服务商说明')),
  row('/facilitator', '/facilitator', '服务商说明 - 知策', below('首页')),
  row('/information', '/information', '政策资讯 - 知策'),
  row('/enterprise/{id}/{id}', '/enterprise/1/1', /^示例.* - 知策$/, {
    ...hidden,
    ...below('知识产权服务商'),
  }),
  row('+', '/enterprise/approved', '服务商 - 知策', hidden),
  row('/information/consultation/{id}', '/information/consultation/1', ANY, below('政策资讯')),
  ...['/404', '/404/anything', '/nowhere', '/review/999999', '/mylist/5'].map((path) =>
    row('/404', path, '页面不存在 - 知策', { ...bare, ...hidden, status: 404 }),
  ),
  row('/popular', '/popular', '热门政策 - 知策', { ...bare, ...below('首页'), layout: 'phone' }),
  ...['/popular/2', '/popular/2/anything', '/popular/2/a/b'].map((path) =>
    row('/popular/{id}', path, HIGH_TECH, {
      ...bare,
      canonical: '/pmanagement/2',
      ...below('热门政策'),
      layout: 'phone',
    }),
  ),
  row('/loan', '/loan', /^企业贷款/, { ...bare, canonical: '/loan/home', ...below('首页') }),
  row('/loan/home', '/loan/home', /贷款/, { ...bare, ...below('首页') }),
  row('/loan/explain', '/loan/explain', /贷款/, { ...bare, ...below('企业贷款') }),
  row('/loan/declare', '/loan/declare', /贷款/, { ...bare, ...hidden, ...below('企业贷款') }),
  row('/loan/success', '/loan/success', /贷款/, { ...bare, ...hidden, ...below('企业贷款') }),
  row('/fund/{id}', '/fund/1', '示例先进制造产业引导基金 - 知策', { ...bare, ...hidden, ...below('首页') }),
  row('+', '/match', /^一键匹配/),
  row('+', '/compare', /^政策对比/, below('首页')),
  row('+', '/places', /^各地政策/, below('首页')),
  row('+', '/embed', /^嵌入到您的网站/, below('首页')),
  row('+', '/embed/match', /^一键匹配/, { ...bare, canonical: '/match', layout: 'embed' }),
  row('+', '/embed/policy/2', /^高新技术企业.*是否符合/, {
    ...bare,
    canonical: '/pmanagement/2',
    layout: 'embed',
  }),
  row('+', '/help', '帮助 - 知策', below('首页')),
  row('+', '/agreement', /^用户协议/, below('首页')),
  row('+', '/privacy', /^隐私政策/, below('首页')),
  row('+', '/grade', /^企业等级/, { ...hidden, ...below('企业文件') }),
  row('+', '/documents', /^企业文件/, hidden),
  row('+', '/account', /^企业账户/, hidden),
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
  ).map(([section, title]) =>
    row('+', `/operator${section}`, `${title} · 运营工作台 - 知策`, { ...bare, ...hidden, layout: 'desk' }),
  ),
]
