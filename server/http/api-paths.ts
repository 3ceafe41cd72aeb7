const API_PATH = /^\/((main|customer|startup|wechat)|operator\/api)(\/|$)/

/** Whether a path belongs to the API. `/operator` itself is a page (decisions §3 and §4). */
export function isApiPath(path: string): boolean {
  return API_PATH.test(path)
}
