import { expect, test } from 'vitest'
import { roleLabels } from '#shared/roles.ts'
import { firstManager as first, signInAt, useDeployments } from '#tests/support/processes.ts'

const deployments = useDeployments()

test('start three processes at once on an empty database, with one schema, first manager and key set', async () => {
  for (const round of [1, 2]) {
    const deployment = await deployments.deploy(`start${round}`, { empty: true })
    const apps = await Promise.all([1, 2, 3].map(() => deployment.open(first)))
    expect(apps.map(({ migrated }) => migrated.length > 0).sort()).toEqual([false, false, true])
    const [one, other] = apps
    const managers = await one?.db
      .selectFrom('app_user')
      .select('user_name')
      .where('nick_name', '=', roleLabels.manager)
      .execute()
    expect(managers).toEqual([{ user_name: 'chief' }])
    expect(
      new Set(apps.map(({ services }) => services.keys.publicKey().keyId + services.keys.pepper.toString('hex'))).size,
    ).toBe(1)
    // Whichever process created the account, its password is valid at each of them.
    for (const app of apps)
      expect(await signInAt(app, first.ADMIN_USER, first.ADMIN_PASSWORD)).toEqual(expect.any(String))
    await Promise.all(apps.map((app) => app.close()))
    expect(other?.demoLoaded).toBe(false)
  }
}, 120_000)

test('load the demonstration once, in one of three processes', async () => {
  const deployment = await deployments.deploy('demo', { empty: true })
  const apps = await Promise.all([1, 2, 3].map(() => deployment.open({ ...first, DEMO: '1' })))
  expect(apps.map(({ demoLoaded }) => demoLoaded).sort()).toEqual([false, false, true])
  const [app] = apps
  const { devices } = (await app?.db
    .selectFrom('device')
    .select(({ fn }) => fn.countAll<string>().as('devices'))
    .executeTakeFirst()) ?? { devices: '' }
  expect(devices).toBe('2000')
}, 120_000)
