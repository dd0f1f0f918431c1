import { defineWords } from './define.ts'

/** Words of the terminal about deleted sites. */
export const cliSites = defineWords(
  {
    'cli.sites.deleted': '列出可恢复的已删除基地',
    'cli.sites.restore': '恢复已删除的基地及其所有用户和数据',
    'cli.sites.site': '基地编号，见 sites deleted',
    'cli.sites.none': '没有已删除的基地',
    'cli.sites.line': '{{id}}  {{name}}  站点 {{sites}}，用户 {{users}}，设备 {{devices}}；{{actor}} 于 {{deletedAt}} 删除，可恢复至 {{restorableUntil}}',
    'cli.sites.restored': '基地“{{name}}”（{{id}}）已恢复',
  },
  {
    'cli.sites.deleted': 'list the deleted bases that can be restored',
    'cli.sites.restore': 'restore a deleted base with all its users and data',
    'cli.sites.site': 'number of the base, see sites deleted',
    'cli.sites.none': 'no base is deleted',
    'cli.sites.line':
      '{{id}}  {{name}}  sites {{sites}}, users {{users}}, devices {{devices}}; deleted by {{actor}} at {{deletedAt}}, restorable until {{restorableUntil}}',
    'cli.sites.restored': 'The base “{{name}}” ({{id}}) is restored',
  },
)
