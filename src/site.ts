/** Settings with which an organisation makes the portal its own. All pages and the backend read them. */
export const site = {
  name: '知策',
  slogan: '惠企政策，看得懂、算得清、办得成',
  description:
    '面向企业的惠企政策服务：补贴、减税、贷款、资质的政策解读、原文和资讯，条件逐条对照，期限一目了然。',
  /** The company that runs the portal, as its licence has it, and where it is. */
  operator: '示例运营单位',
  address: '示例省示例市示例路1号',
  hotline: '400-000-0000',
  email: 'service@example.com',
  /** 备案号, both of which the footer links to their registers. */
  icp: '示例ICP备00000000号',
  police: '示例公网安备00000000000000号',
  /** Where the data lies, and who else handles some of it; the privacy policy names them. */
  storage: '示例机房',
  processors: [
    { does: '发送短信', name: '阿里云计算有限公司', gets: '手机号和短信内容' },
    { does: '发送邮件', name: '运营单位选用的邮件服务商（选择邮件通知时）', gets: '邮箱和邮件内容' },
    { does: '存储文件', name: '阿里云计算有限公司（使用对象存储时）', gets: '您上传的文件' },
    {
      does: '在微信里分享和通知',
      name: '深圳市腾讯计算机系统有限公司（只在微信里打开，或绑定微信通知时）',
      gets: '所分享页面的网址；绑定微信通知时，微信编号和通知的条数',
    },
  ],
  /**
   * Whether logged-in people's devices store pages for offline reading (docs/offline.md). False also deletes stored
   * pages and the worker.
   */
  offline: true as boolean,
  qrCodes: {
    account: '/frontend/qr/account.svg',
    service: '/frontend/qr/service.svg',
    trial: '/frontend/qr/trial.svg',
  },
  partners: [
    { name: '示例产业园', image: '/frontend/partners/park.svg' },
    { name: '示例商会', image: '/frontend/partners/chamber.svg' },
    { name: '示例孵化器', image: '/frontend/partners/incubator.svg' },
    { name: '示例担保公司', image: '/frontend/partners/guarantee.svg' },
  ],
} as const
