/** The module that src/editor/integration.ts creates for the workbench's pages at each start of `astro dev`. */
declare module 'virtual:editor-session' {
  export const token: string
}
