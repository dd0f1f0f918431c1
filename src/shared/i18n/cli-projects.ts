import { defineWords } from './define.ts'

/** Words of `coldfleet projects`. */
export const cliProjects = defineWords(
  {
    'cli.projects': '选型项目',
    'cli.projects.export': '导出全部符合条件的项目（含选型结果与全部字段），或用 --id 与 --pdf 导出一个项目的报告',
    'cli.projects.list': '哪些项目：own 自己的，company 当前公司的，center 所有公司的',
    'cli.projects.id': '要导出报告的项目 id',
    'cli.projects.pdf': '报告写入的 PDF 文件，- 表示标准输出；项目自上次导出后未改动时为同一版本，否则生成新版本',
    'cli.projects.noTarget': '请用 --out 指定要写入的文件，或用 --id 与 --pdf 导出一个项目的报告',
    'cli.projects.pdfAlone': '--id 与 --pdf 须同时使用，且不能与列表的选项一起使用',
    'cli.projects.report': '{{name}} 已写入 {{path}}',
    'cli.bothLanguages': '--lang both 仅用于 projects export --pdf',
  },
  {
    'cli.projects': 'selection projects',
    'cli.projects.export':
      'write all matching projects to a file, with their results and all fields; or with --id and --pdf the report of one',
    'cli.projects.list': 'which projects: own, those of the current company, or of all (center)',
    'cli.projects.id': 'id of the project whose report is wanted',
    'cli.projects.pdf':
      'PDF file to write the report to, - for standard output; the same version while the project has not changed since, else a new one',
    'cli.projects.noTarget': 'say with --out which file to write, or with --id and --pdf which report',
    'cli.projects.pdfAlone': '--id and --pdf belong together, and go with none of the options of a list',
    'cli.projects.report': '{{name}} written to {{path}}',
    'cli.bothLanguages': '--lang both is for projects export --pdf alone',
  },
)
