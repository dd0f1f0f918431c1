import { defineConfig } from 'vitest/config'

/** Stories of a person at a real browser, against the built product with its demonstration fleet. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: process.cwd(),
    include: ['tests/e2e/**/*.story.ts'],
    globalSetup: 'tests/e2e/setup.ts',
    pool: 'forks',
    // Not isolated: each story opens its own page and session, so the files share no state.
    isolate: false,
    // A browser mostly waits, so two files run at a time, each with its own server.
    maxWorkers: 2,
    // A story waits as long as a person would wait.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
