import { defineWords } from './define.ts'

/** Words of the terminal about deleted sites, clients and sub-accounts. */
export const cliSites = defineWords(
  {
    'cli.sites': '站点',
    'cli.sites.deleted': '列出可恢复的已删除基地',
    'cli.sites.restore': '恢复已删除的基地及其所有用户和数据',
    'cli.clients.deleted': '列出可恢复的已删除客户',
    'cli.clients.restore': '恢复已删除的客户及其子账号',
    'cli.accounts.deleted': '列出可恢复的单独删除的子账号',
    'cli.accounts.restore': '恢复已删除的子账号',
    'cli.bin.id': '编号或名称，见 {{command}}',
    'cli.bin.unknown': '--{{option}} {{value}}: 不在可恢复的内容中，见 coldfleet {{command}}',
    'cli.bin.none': '没有可恢复的内容',
    'cli.bin.owner':
      '{{id}}  {{name}}（{{client}}），子账号 {{accounts}}；{{actor}} 于 {{deletedAt}} 删除，可恢复至 {{restorableUntil}}',
    'cli.sites.line':
      '{{id}}  {{name}}  站点 {{sites}}，用户 {{users}}，设备 {{devices}}；{{actor}} 于 {{deletedAt}} 删除，可恢复至 {{restorableUntil}}',
    'cli.bin.restored': '“{{name}}”（{{id}}）已恢复',
  },
  {
    'cli.sites': 'sites',
    'cli.sites.deleted': 'list the deleted bases that can be restored',
    'cli.sites.restore': 'restore a deleted base with all its users and data',
    'cli.clients.deleted': 'list the deleted clients that can be restored',
    'cli.clients.restore': 'restore a deleted client with its sub-accounts',
    'cli.accounts.deleted': 'list the sub-accounts that were deleted alone and can be restored',
    'cli.accounts.restore': 'restore a deleted sub-account',
    'cli.bin.id': 'its id or name, see {{command}}',
    'cli.bin.unknown': '--{{option}} {{value}}: not among what can be restored, see coldfleet {{command}}',
    'cli.bin.none': 'nothing can be restored',
    'cli.bin.owner':
      '{{id}}  {{name}} ({{client}}), sub-accounts {{accounts}}; deleted by {{actor}} at {{deletedAt}}, restorable until {{restorableUntil}}',
    'cli.sites.line':
      '{{id}}  {{name}}  sites {{sites}}, users {{users}}, devices {{devices}}; deleted by {{actor}} at {{deletedAt}}, restorable until {{restorableUntil}}',
    'cli.bin.restored': '“{{name}}” ({{id}}) is restored',
  },
)
