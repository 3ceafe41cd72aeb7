/** Whether a browser is WeChat's own, 企业微信 included. Pages test the same word before they load anything for it. */
export function isWeChat(userAgent: string): boolean {
  return /MicroMessenger/i.test(userAgent)
}
