import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { openSecrets, sealSecrets, signingSecrets } from '#server/services/messages/channel-secrets.ts'
import type { ChannelSave } from '#shared/channels.ts'
import { useChannelOffice } from '#tests/support/channel-office.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
const { callerAs, form, stored, keys, feishu, sent } = useChannelOffice(database)

test('Create, find, change, switch, test and delete a channel without revealing its secrets', async () => {
  const base = await buildCompany(database.db, { name: '华东基地' })
  const { channels } = await callerAs({ nick_name: '基地负责人', company_id: base.id })
  const made = await channels.save(form())
  expect(made).toEqual({ id: expect.any(Number), rowVersion: 1, newSecret: null })
  const found = await channels.find({})
  expect(found.data).toEqual([
    {
      ...{
        id: made.id,
        name: '运维群',
        kind: 'feishu',
        target: 'open.feishu.cn',
        recipients: null,
        hasSecret: true,
        language: 'zh',
        leastSeverity: 'warning',
      },
      ...{
        digestAt: null,
        atOnceFrom: null,
        state: 'on',
        failures: 0,
        lastAnswer: null,
        companyId: base.id,
        company: '华东基地',
        clientId: null,
        client: null,
      },
      ...{ updateTimeStr: '2026-11-20 12:00:00', rowVersion: 1 },
    },
  ])
  expect(JSON.stringify(found)).not.toContain('secret-part')
  // Neither the database nor the log contains the secret.
  const { sealed } = await stored(made.id)
  expect(sealed?.toString('latin1')).not.toContain('secret-part')
  expect(sealed && openSecrets(keys, sealed)).toEqual({ address: feishu, secret: 'sign', former: null })
  expect(sealed && openSecrets({ channels: Buffer.alloc(32, 1) }, sealed)).toBeNull()

  const { address: _, secret: __, ...kept } = form({ id: made.id, rowVersion: 1, digestAt: '08:00' })
  expect(await channels.save(kept)).toMatchObject({ rowVersion: 2 })
  const after = (await stored(made.id)).sealed
  expect(after && openSecrets(keys, after)).toMatchObject({ address: feishu, secret: 'sign' })
  await expect(channels.save({ ...kept, kind: 'wecom' })).rejects.toThrow()
  await expect(channels.save(kept)).rejects.toEqual(refusal('EDITED_BY_OTHERS'))

  expect(await channels.test({ id: made.id })).toEqual({
    delivered: false,
    status: 200,
    answer: '{"code":19021,"msg":"sign match fail"}',
    milliseconds: 12,
  })
  expect(sent.at(-1)).toMatchObject({
    destination: { kind: 'feishu', address: feishu, secrets: ['sign'] },
    title: 'Coldfleet 测试消息：运维群',
  })

  expect(await channels.setStatus({ id: made.id, on: false, rowVersion: 2 })).toEqual({ id: made.id, rowVersion: 3 })
  expect((await channels.find({ state: 'off', kind: 'feishu', name: '运维' })).totalCount).toBe(1)
  expect((await channels.find({ state: 'on' })).totalCount).toBe(0)
  expect(await channels.delete({ id: made.id })).toEqual({ id: made.id })
  expect(await stored(made.id)).toMatchObject({ sealed: null, has_secret: false })
  await expect(channels.test({ id: made.id })).rejects.toEqual(refusal('NOT_FOUND'))

  const log = await database.db
    .selectFrom('audit_log')
    .select(['action', 'target_kind', 'details'])
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action)).toEqual(
    ['save', 'save', 'test', 'setStatus', 'delete'].map((verb) => `channels.${verb}`),
  )
  expect(log[1]).toMatchObject({
    target_kind: 'channel',
    details: { before: { digestAt: null }, after: { digestAt: '08:00' } },
  })
  expect(JSON.stringify(log)).not.toMatch(/secret-part|"sign"/)
})

test("Report each missing or wrong setting of a channel at its field, in the user's language", async () => {
  const base = await buildCompany(database.db)
  const { channels } = await callerAs({ nick_name: '基地负责人', company_id: base.id })
  const named = 'user:word'
  const wrong: [Partial<ChannelSave>, string][] = [
    [{ address: 'http://open.feishu.cn/open-apis/bot/v2/hook/a' }, 'address'],
    [{ address: `https://${named}@open.feishu.cn/open-apis/bot/v2/hook/a` }, 'address'],
    [{ address: undefined }, 'address'],
    [{ address: 'https://open.feishu.cn/' }, 'address'],
    [{ kind: 'wecom', address: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send' }, 'address'],
    [{ kind: 'dingtalk', address: 'https://oapi.dingtalk.com/robot/send?token=a' }, 'address'],
    [{ kind: 'webhook', address: 'https://a.example/', secret: 'whsec_short' }, 'secret'],
    [{ kind: 'mail' }, 'recipients'],
    [{ kind: 'mail', recipients: 'a@b.example, nobody' }, 'recipients'],
    [
      { kind: 'mail', recipients: Array.from({ length: 51 }, (_, place) => `a${place}@b.example`).join(',') },
      'recipients',
    ],
    [{ digestAt: '24:00' }, 'digestAt'],
    [{ digestAt: '8:00' }, 'digestAt'],
    [{ name: ' ' }, 'name'],
  ]
  for (const [given, field] of wrong) {
    const error = await channels.save(form(given)).catch((refused: unknown) => refused)
    const { appCode, fields } = describeError(error, 'zh')
    expect({ appCode, fields: fields?.map((one) => one.field) }, JSON.stringify(given)).toEqual({
      appCode: 'VALIDATION',
      fields: [field],
    })
  }
  expect((await channels.find({})).totalCount).toBe(0)
  expect(
    await channels.save(form({ kind: 'mail', address: undefined, recipients: ' a@b.example；c@d.example ' })),
  ).toMatchObject({ newSecret: null })
  expect((await channels.find({})).data).toMatchObject([
    { target: 'a@b.example, c@d.example', recipients: 'a@b.example, c@d.example' },
  ])
})

test('Give a webhook without a secret a new one once; let old and new ones sign for a day', async () => {
  const base = await buildCompany(database.db)
  const person = { nick_name: '基地负责人', company_id: base.id }
  const { channels } = await callerAs(person)
  const hook = { kind: 'webhook', address: 'https://a.example/hook', secret: undefined } as const
  const { id, newSecret } = await channels.save(form(hook))
  expect(newSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(JSON.stringify(await channels.find({}))).not.toContain(newSecret)
  const next = `whsec_${Buffer.alloc(24, 5).toString('base64')}`
  expect(await channels.save(form({ ...hook, id, secret: next }))).toMatchObject({ newSecret: null })
  const sealed = (await stored(id)).sealed
  const secrets = sealed && openSecrets(keys, sealed)
  expect(secrets && signingSecrets(secrets, testNow)).toEqual([next, newSecret])
  expect(secrets && signingSecrets(secrets, new Date(testNow.getTime() + 25 * 3_600_000))).toEqual([next])
  // A change of the name leaves both secrets as they are.
  await channels.save(form({ ...hook, id, address: undefined, name: '改名' }))
  const again = (await stored(id)).sealed
  expect(again && openSecrets(keys, again)).toEqual(secrets)
  expect(sealSecrets(keys, secrets ?? { address: null, secret: null, former: null })).not.toEqual(sealed)
})

test("Let a client's user keep channels for the client's machines, and see no others", async () => {
  const [base, other] = [await buildCompany(database.db), await buildCompany(database.db)]
  const [own, rival] = [
    await buildClient(database.db, { company_id: base.id, name: '晨曦数据' }),
    await buildClient(database.db, { company_id: base.id }),
  ]
  const manager = await callerAs({ nick_name: '基地负责人', company_id: base.id })
  const foreign = await manager.channels.save(form({ name: '对手群', clientId: rival.id }))
  const ofBase = await manager.channels.save(form({ name: '基地群' }))
  const { channels } = await callerAs({ nick_name: '客户', company_id: base.id, client_id: own.id })
  const made = await channels.save(form())
  expect((await channels.find({})).data).toMatchObject([{ id: made.id, clientId: own.id, client: '晨曦数据' }])
  expect((await channels.find({ companyId: base.id })).data).toMatchObject([{ id: made.id }])
  for (const { id } of [foreign, ofBase, { id: 2_000_000_000 }]) {
    await expect(channels.save(form({ id, name: 'x' }))).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(channels.test({ id })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(channels.setStatus({ id, on: false })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(channels.delete({ id })).rejects.toEqual(refusal('NOT_FOUND'))
  }
  for (const clientId of [rival.id, 2_000_000_000])
    await expect(channels.save(form({ name: 'y', clientId }))).rejects.toEqual(refusal('NOT_FOUND'))
  // The base also sees the channels of its client; another base sees none.
  expect((await manager.channels.find({})).data.map(({ name }) => name).sort()).toEqual(
    ['基地群', '对手群', '运维群'].sort(),
  )
  const west = await callerAs({ nick_name: '基地负责人', company_id: other.id })
  expect((await west.channels.find({})).totalCount).toBe(0)
  await expect(west.channels.delete({ id: made.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(west.channels.save(form({ clientId: own.id }))).rejects.toEqual(refusal('NOT_FOUND'))
  await expect((await callerAs({ nick_name: '检验员', company_id: base.id })).channels.find({})).rejects.toEqual(
    refusal('FORBIDDEN'),
  )
})

test('Allow severe events at once in addition to a digest, and refuse that without a digest', async () => {
  const base = await buildCompany(database.db)
  const { channels } = await callerAs({ nick_name: '基地负责人', company_id: base.id })
  const made = await channels.save(form({ digestAt: '08:00', atOnceFrom: 'critical' }))
  expect((await channels.find({})).data).toMatchObject([{ digestAt: '08:00', atOnceFrom: 'critical' }])
  const error = await channels
    .save(form({ id: made.id, rowVersion: 1, atOnceFrom: 'critical' }))
    .catch((refused: unknown) => refused)
  expect(describeError(error, 'zh')).toMatchObject({
    appCode: 'VALIDATION',
    fields: [{ field: 'atOnceFrom', problem: expect.stringContaining('汇总时间') }],
  })
  await channels.save(form({ id: made.id, rowVersion: 1 }))
  expect((await channels.find({})).data).toMatchObject([{ digestAt: null, atOnceFrom: null }])
})
