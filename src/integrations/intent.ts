import type { AstroIntegration } from 'astro'

/** Registers `client:intent`, which wakes an island when a person is about to use it. */
export function intentDirective(): AstroIntegration {
  return {
    name: 'client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/integrations/intent-directive.ts' })
      },
    },
  }
}
