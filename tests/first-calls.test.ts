import { expect, test } from 'vitest'
import { callsOfScreens } from '#client/early/calls-of-screens.ts'
import { permissions } from '#server/permissions.ts'
import type { Rule } from '#server/permissions-reach.ts'
import { routesFor } from '#shared/menu.ts'
import { roles } from '#shared/roles.ts'
import { screenPaths } from '#shared/screens.ts'

const rules: Readonly<Record<string, Rule>> = permissions

test('Let no page carry a call that a user of its screen may not make', () => {
  const refused = roles.flatMap((role) => {
    const mine = new Set(routesFor(role).map(({ path }) => path))
    return screenPaths
      .filter(({ path }) => mine.has(path))
      .flatMap(({ path, component }) =>
        (callsOfScreens[component] ?? [])
          .filter(({ with: further }) => further === undefined || mine.has(further))
          .filter((call) => rules[call.path]?.reach[role] === undefined)
          .map((call) => `${role} ${path} ${call.path}`),
      )
  })
  expect(refused).toEqual([])
})
