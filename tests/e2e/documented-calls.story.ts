import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { tellDocumentedStory } from '#tests/support/documented-story.ts'
import { stage } from './support/browser.ts'

test('Get from the public key to a downloaded report with the documented calls alone', async () => {
  const told: string[] = []
  await tellDocumentedStory({
    url: stage().url,
    userName: 'admin',
    password: demoPassword,
    log: (line) => told.push(line),
  })
  expect(told.at(-1)).toBe('signed out')
}, 60_000)
