const API_PATH = /^\/((main|customer|startup|wechat)|operator\/api)(\/|$)/
const PROBE_PATH = /^\/(healthz|readyz)$/

/** Whether a path belongs to the API. `/operator` itself is a page (behaviour B1.2). */
export function isApiPath(path: string): boolean {
  return API_PATH.test(path) || isProbePath(path)
}

export function isProbePath(path: string): boolean {
  return PROBE_PATH.test(path)
}
