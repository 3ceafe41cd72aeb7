/** What src/editor/integration.ts makes for the pages of the workbench at each start of `astro dev`. */
declare module 'virtual:editor-session' {
  export const token: string
}
