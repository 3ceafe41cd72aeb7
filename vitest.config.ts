import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,server,scripts}/**/*.test.ts', 'tests/{flows,guards}/**/*.test.ts'],
    env: { NODE_ENV: 'test' },
  },
})
