import { defineConfig } from 'vitest/config'

/** Stories of a person at a real browser, against the built product with its demonstration fleet. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: process.cwd(),
    include: ['tests/e2e/**/*.story.ts'],
    globalSetup: 'tests/e2e/setup.ts',
    pool: 'forks',
    // One browser at a time on two cores; the stories share one server.
    fileParallelism: false,
    // What a person would wait for, a story waits for too.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    // A machine that stalls for seconds gets one more chance; a broken promise fails twice.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
