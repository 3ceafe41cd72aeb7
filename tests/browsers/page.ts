/** The part of Playwright's page that WebKit's driver also supports: the journeys use only this. */

export interface Payload {
  name: string
  mimeType: string
  buffer: Buffer
}

export interface Named {
  name?: string | RegExp
  exact?: boolean
}

export type Role =
  | 'alert'
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'group'
  | 'heading'
  | 'link'
  | 'listitem'
  | 'log'
  | 'main'
  | 'banner'
  | 'navigation'
  | 'option'
  | 'progressbar'
  | 'region'
  | 'status'
  | 'textbox'

export interface Place {
  getByRole(role: Role, named?: Named): Target
  getByLabel(text: string | RegExp, options?: { exact?: boolean }): Target
  getByText(text: string | RegExp, options?: { exact?: boolean }): Target
  locator(css: string): Target
}

export interface Target extends Place {
  first(): Target
  nth(index: number): Target
  filter(by: { hasText: string | RegExp }): Target
  count(): Promise<number>
  /** Waits until one is present and usable, like all that follow. */
  click(): Promise<void>
  fill(value: string): Promise<void>
  press(key: 'Enter' | 'Escape' | 'Tab'): Promise<void>
  check(): Promise<void>
  selectOption(value: string): Promise<unknown>
  setInputFiles(file: Payload): Promise<void>
  textContent(): Promise<string | null>
  inputValue(): Promise<string>
  waitFor(until?: { state?: 'visible' | 'hidden' }): Promise<void>
}

export interface Cookie {
  name: string
  value: string
  domain: string
  path: string
}

export interface BrowserPage extends Place {
  goto(path: string): Promise<unknown>
  reload(): Promise<unknown>
  url(): string | Promise<string>
  setViewportSize(size: { width: number; height: number }): Promise<void>
  screenshot(): Promise<Buffer>
  /** The function is sent to the page as text, and cannot use names from here. */
  evaluate<Result, Given>(run: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result>
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>
  context(): { addCookies(cookies: Cookie[]): Promise<void> }
}
