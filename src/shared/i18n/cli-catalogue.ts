import { defineWords } from './define.ts'

/** Words of `coldfleet catalogue`, and of the catalogue that `coldfleet select` takes. */
export const cliCatalogue = defineWords(
  {
    'cli.catalogue': '除湿机目录',
    'cli.catalogue.export': '导出目录（csv 或 json）；json 含版本与数据来源，可供 select --catalogue 使用',
    'cli.catalogue.import': '按文件保存目录的新版本（csv 或 json），全部成功或什么都不做',
    'cli.catalogue.version': '版本号，默认最新版本',
    'cli.catalogue.format': '文件格式：csv 或 json',
    'cli.catalogue.source': '数据来源，打印在每份报告中；json 文件自带时可省略',
    'cli.catalogue.sourceMissing': '请用 --source 说明数据来源',
    'cli.catalogue.saved': '读取 {{read}} 个型号：新增 {{added}}，修改 {{changed}}，删除 {{removed}}，未变 {{unchanged}}，拒绝 {{refused}}',
    'cli.catalogue.applied': '已保存为版本 {{version}}',
    'cli.catalogue.nothingNew': '与版本 {{version}} 相同，未保存新版本',
    'cli.catalogue.line': '第 {{line}} 行 {{model}}：{{text}}',
    'cli.catalogue.wrongFile': '{{path}} 不是可用的目录文件，共 {{count}} 处错误',
    'cli.catalogue.used': '按目录版本 {{version}} 选型（{{source}}）',
    'cli.select.catalogue': '目录：文件（csv 或 json）或版本号；默认用正在运行的服务器的最新目录，没有时用参考系列',
  },
  {
    'cli.catalogue': 'catalogue of dehumidifiers',
    'cli.catalogue.export': 'export the catalogue (csv or json); json carries version and source, and select --catalogue takes it',
    'cli.catalogue.import': 'save a new version of the catalogue from a file (csv or json); all of it or nothing',
    'cli.catalogue.version': 'number of the version, the newest unless told otherwise',
    'cli.catalogue.format': 'form of the file: csv or json',
    'cli.catalogue.source': 'where the data come from, printed in every report; not needed when a json file says it',
    'cli.catalogue.sourceMissing': 'say where the data come from with --source',
    'cli.catalogue.saved': '{{read}} read, {{added}} added, {{changed}} changed, {{removed}} removed, {{unchanged}} unchanged, {{refused}} refused',
    'cli.catalogue.applied': 'saved as version {{version}}',
    'cli.catalogue.nothingNew': 'the same as version {{version}}, so no version was made',
    'cli.catalogue.line': 'line {{line}} {{model}}: {{text}}',
    'cli.catalogue.wrongFile': '{{path}} cannot be used as a catalogue: {{count}} mistakes',
    'cli.catalogue.used': 'by catalogue version {{version}} ({{source}})',
    'cli.select.catalogue':
      'catalogue: a file (csv or json) or the number of a version; unless told otherwise the newest of a running server, else the reference series',
  },
)
