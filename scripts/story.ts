import { parseArgs } from 'node:util'
import { demoPassword } from '#server/demo/users.ts'
import { tellDocumentedStory } from '#tests/support/documented-story.ts'

// Make the documented calls in the order of a typical program, against a running server with demonstration data; this
// scraps and repairs machines there.
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string', default: demoPassword },
  },
})
await tellDocumentedStory({ url: values.url, userName: values.user, password: values.password, log: console.log })
