import type { AstroIntegration } from 'astro'

/** /frontend/overview: everything in the content folder and what is wrong with it. In `npm run dev` only. */
export function editorOverview(): AstroIntegration {
  return {
    name: 'editor-overview',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev') return
        injectRoute({ pattern: '/frontend/overview', entrypoint: './src/integrations/editor-overview.astro' })
      },
    },
  }
}
