import { defineWords } from './define.ts'

/** Words of `coldfleet catalogue`, and of the catalogue that `coldfleet select` takes. */
export const cliCatalogue = defineWords(
  {
    'cli.catalogue': '机型目录（除湿机）',
    'cli.catalogue.export': '导出机型目录（csv 或 json）；json 含版本与数据来源，可供 select --catalogue 使用',
    'cli.catalogue.import':
      '按文件保存机型目录的新版本（xlsx、csv 或 json），列名与单位可为厂家自己的；全部成功或什么都不做',
    'cli.catalogue.version': '版本号，默认最新版本',
    'cli.catalogue.format': '文件格式：csv 或 json',
    'cli.catalogue.source': '数据来源，打印在每份报告中；json 文件自带时可省略',
    'cli.catalogue.sourceMissing': '请用 --source 说明数据来源',
    'cli.catalogue.sheet': '工作簿中的工作表；默认取列名最相符的一个',
    'cli.catalogue.headings':
      '列名对应文件（json）：{"columns":[{"heading":"Luftmenge","column":"airflowM3h","unit":"CFM"}],"values":{"maker":"…"}}',
    'cli.catalogue.maker': '制造商：按其上次的列名对应读取，并记住本次的对应',
    'cli.catalogue.merge': '保留其他机型，只替换文件中同名的',
    'cli.catalogue.headingsWrong': '{{path}} 不是列名对应文件',
    'cli.catalogue.noSheet': '没有工作表“{{sheet}}”，有：{{allowed}}',
    'cli.catalogue.noSheets': '{{path}} 不是工作簿，没有工作表：请去掉 --sheet',
    'cli.catalogue.moreNotes': '……另有 {{count}} 处',
    'cli.catalogue.noModels': '没有一列是型号，请用 --headings 说明；文件中的列：{{columns}}',
    'cli.catalogue.noModelsHere':
      '{{path}}：没有一列是型号（文件中的列：{{columns}}）。请先用 catalogue import --file … --headings … 导入，再以版本号指定',
    'cli.catalogue.noModelInFile': '{{path}} 中没有任何机型',
    'cli.catalogue.leftOut': '（略过）',
    'cli.catalogue.saved':
      '读取 {{read}} 个型号：新增 {{added}}，修改 {{changed}}，删除 {{removed}}，未变 {{unchanged}}，拒绝 {{refused}}',
    'cli.catalogue.applied': '已保存为版本 {{version}}',
    'cli.catalogue.nothingNew': '与版本 {{version}} 相同，未保存新版本',
    'cli.catalogue.line': '第 {{line}} 行 {{model}}：{{text}}',
    'cli.catalogue.wrongFile': '{{path}} 不是可用的机型目录文件，共 {{count}} 处错误',
    'cli.catalogue.used': '按机型目录版本 {{version}} 选型（{{source}}）',
    'cli.select.catalogue':
      '机型目录：文件（xlsx、csv 或 json）或版本号；默认用正在运行的服务器的最新机型目录，没有时用参考系列',
  },
  {
    'cli.catalogue': 'catalogue of dehumidifiers',
    'cli.catalogue.export':
      'export the catalogue (csv or json); json carries version and source, and select --catalogue takes it',
    'cli.catalogue.import':
      'save a new version of the catalogue from a file (xlsx, csv or json), with a maker’s own headings and units; all of it or nothing',
    'cli.catalogue.version': 'number of the version, the newest unless told otherwise',
    'cli.catalogue.format': 'form of the file: csv or json',
    'cli.catalogue.source': 'where the data come from, printed in every report; not needed when a json file says it',
    'cli.catalogue.sourceMissing': 'say where the data come from with --source',
    'cli.catalogue.sheet': 'sheet of a workbook, the one with most known headings unless told otherwise',
    'cli.catalogue.headings':
      'what headings mean (json): {"columns":[{"heading":"Luftmenge","column":"airflowM3h","unit":"CFM"}],"values":{"maker":"…"}}',
    'cli.catalogue.maker': 'maker: reads its headings as they were last time, and remembers them',
    'cli.catalogue.merge': 'keep all other models; those of the same name are replaced',
    'cli.catalogue.headingsWrong': '{{path}} does not say what headings mean',
    'cli.catalogue.noSheet': 'there is no sheet “{{sheet}}”, but {{allowed}}',
    'cli.catalogue.noSheets': '{{path}} is no workbook and has no sheets: leave --sheet out',
    'cli.catalogue.moreNotes': '… and {{count}} more',
    'cli.catalogue.noModels': 'no column has the models; say which with --headings. Columns of the file: {{columns}}',
    'cli.catalogue.noModelsHere':
      '{{path}}: no column has the models. Columns of the file: {{columns}}. Import it with catalogue import --file … --headings …, then name its version',
    'cli.catalogue.noModelInFile': '{{path}} holds no model',
    'cli.catalogue.leftOut': '(left out)',
    'cli.catalogue.saved':
      '{{read}} read, {{added}} added, {{changed}} changed, {{removed}} removed, {{unchanged}} unchanged, {{refused}} refused',
    'cli.catalogue.applied': 'saved as version {{version}}',
    'cli.catalogue.nothingNew': 'the same as version {{version}}, so no version was made',
    'cli.catalogue.line': 'line {{line}} {{model}}: {{text}}',
    'cli.catalogue.wrongFile': '{{path}} cannot be used as a catalogue: {{count}} [mistake|mistakes]',
    'cli.catalogue.used': 'by catalogue version {{version}} ({{source}})',
    'cli.select.catalogue':
      'catalogue: a file (xlsx, csv or json) or the number of a version; unless told otherwise the newest of a running server, else the reference series',
  },
)
