import { defineConfig } from 'vitest/config'

/** Stories of a person at a real browser, against the built product with its demonstration fleet. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: process.cwd(),
    include: ['tests/e2e/**/*.story.ts'],
    globalSetup: 'tests/e2e/setup.ts',
    pool: 'forks',
    // What a file needs of its own, its stories open afresh: a page, a person.
    isolate: false,
    // A browser waits more than it works: two at a time, each with a server of its own.
    maxWorkers: 2,
    // What a person would wait for, a story waits for too.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
