import { defineWords } from './define.ts'

/** Words of `coldfleet select`. */
export const cliSelect = defineWords(
  {
    'cli.select': '无霜选型计算：只计算，不保存',
    'cli.select.file': '项目文件：一个项目、项目数组，或每行一个项目（JSON）；- 表示标准输入',
    'cli.select.json': '每个项目输出一行 JSON，含全部计算步骤',
    'cli.select.design': '设计工况',
    'cli.select.peak': '极端工况',
    'cli.select.ok':
      '{{name}}：{{count}} × {{model}}，需除湿 {{need}} kg/h（{{governs}}），风量 {{airflow}} m³/h，裕量 {{margin}} %，{{kind}} {{frost}} → {{with}} kg/日（减少 {{reduction}} %），送风 {{supply}} °C，依据：{{basis}}',
    'cli.select.noFit':
      '{{name}}：没有合适的机型，需除湿 {{need}} kg/h（{{governs}}），风量 {{airflow}} m³/h，{{kind}} {{frost}} kg/日',
    'cli.select.frost': '结霜',
    'cli.select.condensate': '凝水',
    'cli.select.dryCoil': '盘管要保持干燥：需除湿 {{need}} kg/h，{{choice}}，湿度设定值 {{setPoint}} g/kg',
    'cli.select.none': '没有合适的机型',
    'cli.select.line': '{{name}}：{{text}}',
    'cli.select.refused': '{{read}} 个项目中有 {{refused}} 个无法计算',
  },
  {
    'cli.select': 'frost-free selection: the calculation alone, nothing is saved',
    'cli.select.file': 'projects: one, an array, or one a line (JSON); - for standard input',
    'cli.select.json': 'print one line of JSON a project, with every step of the calculation',
    'cli.select.design': 'design day',
    'cli.select.peak': 'annual peak',
    'cli.select.ok':
      '{{name}}: {{count}} × {{model}}, need {{need}} kg/h ({{governs}}), air flow {{airflow}} m³/h, margin {{margin}} %, {{kind}} {{frost}} to {{with}} kg/day (less by {{reduction}} %), supply {{supply}} °C, by {{basis}}',
    'cli.select.noFit':
      '{{name}}: nothing fits, need {{need}} kg/h ({{governs}}), air flow {{airflow}} m³/h, {{kind}} {{frost}} kg/day',
    'cli.select.frost': 'frost',
    'cli.select.condensate': 'condensate',
    'cli.select.dryCoil': 'for a dry coil: need {{need}} kg/h, {{choice}}, humidistat at {{setPoint}} g/kg',
    'cli.select.none': 'nothing fits',
    'cli.select.line': '{{name}}: {{text}}',
    'cli.select.refused': '{{refused}} of {{read}} [read: project|projects] cannot be calculated',
  },
)
