import { roleLabels } from '#shared/roles.ts'
import { testPassword, wrapped } from '#tests/support/sign-in.ts'
import { type Action, type LogRow, refused, secrets } from './office.ts'

const of = (target_kind: string, id: number): Pick<LogRow, 'target_kind' | 'target_id'> => ({
  target_kind,
  target_id: String(id),
})
const named = { name: '新名', province: '江苏省' }
const consume = async (parts: AsyncIterable<unknown>) => {
  const seen: unknown[] = []
  for await (const part of parts) seen.push(part)
}

/** Actions of administrators on users, places, machines, goods and keys. */
export const officeActions: readonly Action[] = [
  {
    name: 'a role given',
    counted: ['login_attempt'],
    act: ({ boss, annaId }) =>
      boss.users.update({
        id: annaId,
        rowVersion: 1,
        nickName: roleLabels.registrar,
        ownPassword: wrapped(testPassword),
      }),
    rows: ({ annaId }) => [
      {
        action: 'users.update',
        ...of('user', annaId),
        details: { changed: ['nick_name'], nick_name: { from: roleLabels.inspector, to: roleLabels.registrar } },
      },
    ],
  },
  {
    name: 'a wrong password where a role is given',
    act: ({ boss, annaId }) =>
      refused(
        boss.users.update({
          id: annaId,
          rowVersion: 1,
          nickName: roleLabels.registrar,
          ownPassword: wrapped(secrets.other),
        }),
        'VALIDATION',
      ),
    rows: ({ bossId }) => [
      { action: 'users.update', ...of('user', bossId), result: 'failed', details: { reason: 'password' } },
    ],
  },
  {
    name: 'a user made',
    act: ({ boss, base }) =>
      boss.users.save({
        userName: 'bert',
        name: '贝特',
        phone: secrets.newPhone,
        companyId: base.id,
        password: wrapped(secrets.first),
      }),
    rows: ({ base }) => [{ action: 'users.save', target_kind: 'user', details: { companyId: base.id } }],
  },
  {
    name: 'a user disabled',
    act: ({ boss, annaId }) => boss.users.setDisabled({ id: annaId, disabled: true }),
    rows: ({ annaId }) => [
      { action: 'users.setDisabled', ...of('user', annaId), details: { disabled: true, sessions: 1 } },
    ],
  },
  {
    name: 'a user signed out by an administrator',
    act: ({ boss, annaId }) => boss.users.endSessions({ id: annaId }),
    rows: ({ annaId }) => [{ action: 'users.endSessions', ...of('user', annaId), details: { sessions: 1 } }],
  },
  {
    name: 'a first password given',
    counted: ['login_attempt'],
    act: ({ boss, annaId }) =>
      boss.users.resetPassword({ id: annaId, password: wrapped(secrets.first), ownPassword: wrapped(testPassword) }),
    rows: ({ annaId }) => [{ action: 'users.resetPassword', ...of('user', annaId), details: null }],
  },
  {
    name: 'a first password given at the terminal',
    act: ({ terminal }) => terminal.users.setPassword({ userName: 'anna', password: wrapped(secrets.first) }),
    rows: ({ annaId }) => [{ action: 'users.setPassword', actor: 'cli', ...of('user', annaId), details: null }],
  },
  {
    name: 'a user deleted',
    act: ({ boss, annaId }) => boss.users.delete({ id: annaId }),
    rows: ({ annaId, base }) => [
      { action: 'users.delete', ...of('user', annaId), details: { role: roleLabels.inspector, companyId: base.id } },
    ],
  },
  {
    name: 'a site made',
    act: ({ boss, base }) => boss.sites.save({ ...named, domain: 'new', superCompanyId: base.id }),
    rows: () => [{ action: 'sites.save', target_kind: 'company', details: { after: named } }],
  },
  {
    name: 'a site changed',
    act: ({ boss, site }) => boss.sites.update({ ...named, id: site.id, domain: 'dock' }),
    rows: ({ site }) => [
      {
        action: 'sites.update',
        ...of('company', site.id),
        details: { before: { name: site.name, province: null }, after: named },
      },
    ],
  },
  {
    name: 'a site deleted with all its data',
    counted: ['login_attempt'],
    act: ({ boss, site }) => boss.sites.delete({ id: site.id, password: wrapped(testPassword) }),
    rows: ({ site }) => [{ action: 'sites.delete', ...of('company', site.id) }],
  },
  {
    name: 'a wrong password at the deletion of a site',
    act: ({ boss, site }) =>
      refused(boss.sites.delete({ id: site.id, password: wrapped(secrets.other) }), 'VALIDATION'),
    rows: ({ bossId }) => [
      { action: 'sites.delete', ...of('user', bossId), result: 'failed', details: { reason: 'password' } },
    ],
  },
  {
    name: 'a client changed',
    act: ({ boss, client }) => boss.clients.update({ ...named, id: client.id }),
    rows: ({ client }) => [
      {
        action: 'clients.update',
        ...of('client', client.id),
        details: { before: { name: client.name }, after: named },
      },
    ],
  },
  {
    name: 'a client deleted',
    counted: ['login_attempt'],
    act: ({ boss, client }) => boss.clients.delete({ id: client.id, password: wrapped(testPassword) }),
    rows: ({ client }) => [{ action: 'clients.delete', ...of('client', client.id), details: {} }],
  },
  {
    name: 'a sub-account changed',
    act: ({ boss, account }) => boss.accounts.update({ id: account.id, name: '新名' }),
    rows: ({ account }) => [
      {
        action: 'accounts.update',
        ...of('account', account.id),
        details: { before: { name: account.name }, after: { name: '新名', siteId: null } },
      },
    ],
  },
  {
    name: 'a sub-account deleted',
    counted: ['login_attempt'],
    act: ({ boss, account }) => boss.accounts.delete({ id: account.id, password: wrapped(testPassword) }),
    rows: ({ account }) => [
      { action: 'accounts.delete', ...of('account', account.id), details: { before: { name: account.name } } },
    ],
  },
  {
    name: 'a client restored',
    prepare: ({ boss, client }) => boss.clients.delete({ id: client.id, password: wrapped(testPassword) }),
    act: ({ boss, client }) => boss.clients.restore({ id: client.id }),
    rows: ({ client }) => [
      { action: 'clients.restore', ...of('client', client.id), details: { name: client.name, accounts: [] } },
    ],
  },
  {
    name: 'a sub-account restored',
    prepare: ({ boss, account }) => boss.accounts.delete({ id: account.id, password: wrapped(testPassword) }),
    act: ({ boss, account }) => boss.accounts.restore({ id: account.id }),
    rows: ({ account }) => [
      {
        action: 'accounts.restore',
        ...of('account', account.id),
        details: { name: account.name, accounts: [account.id] },
      },
    ],
  },
  {
    name: 'a machine scrapped',
    act: ({ boss, device }) => boss.devices.scrap({ id: device.id, reason: '报废' }),
    rows: ({ device }) => [{ action: 'devices.scrap', ...of('device', device.id), details: { serial: device.serial } }],
  },
  {
    name: 'a feed imported',
    act: ({ boss, device }) =>
      boss.feeds.update({
        devices: [{ serial: device.serial, type: 'T30', hashRate: 3, activeWorker: 'w', activeWorkerState: true }],
      }),
    rows: () => [{ action: 'feeds.update', target_kind: 'import_batch', details: { read: 1, updated: 1 } }],
  },
  {
    name: 'goods ordered',
    act: ({ boss, base, fan }) =>
      boss.orders.save({ buyCompanyId: base.id, type: '入库', items: [{ materialId: fan.id, number: 2 }] }),
    rows: () => [{ action: 'orders.save', details: {} }],
  },
  {
    name: 'a machine published',
    act: ({ anna, device }) => anna.traces.setStatus({ deviceId: device.id, status: 1 }),
    rows: ({ device }) => [
      {
        action: 'traces.setStatus',
        actor: 'anna',
        ...of('device', device.id),
        details: { serial: device.serial, status: 1 },
      },
    ],
  },
  {
    name: 'a list exported to a file',
    act: async ({ boss }) => consume(await boss.devices.export({ format: 'csv' })),
    rows: () => [
      { action: 'devices.export', target_kind: 'device', result: 'done', details: { rows: 1, format: 'csv' } },
    ],
  },
  {
    name: 'a picture deleted',
    act: ({ boss, picture }) => boss.attachments.delete({ id: picture }),
    rows: ({ picture, base }) => [
      {
        action: 'attachments.delete',
        ...of('attachment', picture),
        details: { ownerKind: 'company', ownerId: base.id },
      },
    ],
  },
  {
    name: 'the keys of passwords rotated at the terminal',
    act: ({ terminal }) => terminal.system.rotateKeys(),
    rows: ({ rsa }) => [
      { action: 'system.rotateKeys', actor: 'cli', target_kind: null, details: { keyId: rsa().keyId } },
    ],
  },
]
