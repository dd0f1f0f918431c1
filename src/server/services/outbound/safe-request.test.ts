import { afterEach, expect, test } from 'vitest'
import {
  loopbackAllowed,
  type Receiver,
  receiverAuthority,
  startReceiver,
  toLoopback,
} from '#tests/support/receivers.ts'
import { createAddressRule } from './address-ranges.ts'
import { createPost, type Resolve } from './safe-request.ts'

const open: Receiver[] = []
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))))
async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given)
  open.push(started)
  return started
}
const isAllowed = createAddressRule(loopbackAllowed.allowedNetworks)
const usual = { isAllowed, resolve: toLoopback, ca: receiverAuthority, timeout: 2_000 }
const sent = { body: '{"a":"值"}', headers: { 'content-type': 'application/json' } }
const refused = { name: 'NoAnswer', reason: 'address' }
const finds =
  (...answers: string[][]): Resolve =>
  (_, done) =>
    done(
      null,
      (answers.length > 1 ? answers.shift() : answers[0])?.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })) ?? [],
    )

test('Post a body to an allowed https URL, and return the response', async () => {
  const { address, got } = await receiver(() => ({ status: 201, headers: { 'retry-after': '7' }, body: 'took it' }))
  expect(await createPost(usual)(new URL(address('/hook?a=1')), sent)).toMatchObject({
    status: 201,
    body: 'took it',
    headers: { 'retry-after': '7' },
  })
  expect(got).toMatchObject([{ path: '/hook', body: sent.body, headers: { 'content-type': 'application/json' } }])
})

test('Refuse a name that resolves to a private address, even if only one of its addresses is private', async () => {
  const { address, got } = await receiver(() => ({}))
  for (const found of [
    ['169.254.169.254'],
    ['10.0.0.1'],
    ['127.0.0.1', '169.254.169.254'],
    ['::ffff:169.254.169.254'],
    ['fd00:ec2::254'],
    [],
  ]) {
    const post = createPost({ ...usual, resolve: finds(found) })
    await expect(post(new URL(address()), sent), found.join()).rejects.toMatchObject(refused)
  }
  // IP addresses are not resolved at all.
  for (const host of ['169.254.169.254', '[::1]', '2130706434', '0xa000001', 'http', '[fe80::1]'])
    await expect(
      createPost({ ...usual, resolve: finds(['10.0.0.1']) })(new URL(`https://${host}/`), sent),
      host,
    ).rejects.toMatchObject(refused)
  expect(got).toEqual([])
})

test('Reach no private address when a name resolves differently between check and connection', async () => {
  const { address, got } = await receiver(() => ({}))
  let asked = 0
  const changing: Resolve = (_, done) =>
    done(null, [{ address: asked++ % 2 === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }])
  const post = createPost({ ...usual, resolve: changing })
  // The checked address is the one that is connected to.
  expect((await post(new URL(address()), sent)).status).toBe(200)
  expect(asked).toBe(1)
  await expect(post(new URL(address()), sent)).rejects.toMatchObject(refused)
  // The connected address is checked again before anything is sent.
  let checks = 0
  const onlyOnce = createPost({ ...usual, isAllowed: () => ++checks === 1 })
  await expect(onlyOnce(new URL(address()), sent)).rejects.toMatchObject(refused)
  expect(checks).toBe(2)
  expect(got).toHaveLength(1)
})

test('Refuse every URL except https without user and password', async () => {
  const { port, got } = await receiver(() => ({}))
  const named = 'user:word'
  for (const address of [
    `http://receiver.test:${port}/`,
    `https://${named}@receiver.test:${port}/`,
    'ftp://receiver.test/',
    'file:///etc/passwd',
  ])
    await expect(createPost(usual)(new URL(address), sent), address).rejects.toMatchObject(refused)
  expect(got).toEqual([])
})

test('Follow no redirect', async () => {
  const target = await receiver(() => ({}))
  const { address } = await receiver(() => ({ status: 307, headers: { location: target.address() } }))
  expect(await createPost(usual)(new URL(address()), sent)).toMatchObject({ status: 307 })
  expect(target.got).toEqual([])
})

test('Describe an expired or foreign certificate, silence, a closed port and an endless response in words', async () => {
  const expired = await receiver(() => ({}), { expired: true })
  await expect(createPost(usual)(new URL(expired.address()), sent)).rejects.toMatchObject({
    reason: 'certificate',
    message: expect.stringContaining('CERT_HAS_EXPIRED'),
  })
  const good = await receiver(() => ({ body: 'x'.repeat(100_000) }))
  const { ca: _, ...withoutAuthority } = usual
  await expect(createPost(withoutAuthority)(new URL(good.address()), sent)).rejects.toMatchObject({
    reason: 'certificate',
  })
  expect((await createPost(usual)(new URL(good.address()), sent)).body).toHaveLength(8_192)
  const hanging = await receiver(() => null)
  const begun = performance.now()
  await expect(createPost({ ...usual, timeout: 300 })(new URL(hanging.address()), sent)).rejects.toMatchObject({
    reason: 'timeout',
  })
  expect(performance.now() - begun).toBeLessThan(2_000)
  await good.close()
  await expect(createPost(usual)(new URL(good.address()), sent)).rejects.toMatchObject({ reason: 'connection' })
})
