import { defineWords } from './define.ts'

/** Words of moving machines to another owner or site from a day on. */
export const transfers = defineWords(
  {
    'transfer.anotherClient': '另一客户',
    'transfer.anotherAccount': '另一子账号',
    'transfer.anotherBase': '另一基地',
    'transfer.anotherSite': '另一站点',
    'transfer.problem.future': '生效日期不能晚于今天（{{day}}）',
    'transfer.problem.tooEarly': '生效日期最早为 {{day}}（{{days}} 天前）',
    'transfer.problem.accountOfOther': '该子账号属于其他客户',
    'transfer.problem.betweenNodes': '数据库分布在多个节点上，设备不能调到另一个基地',
    'transfer.problem.tooManyMachines': '一次最多 20,000 台设备，请分批进行',
    'transfer.problem.oneSelection': '请只用一种方式指定设备：编号、序列号或筛选条件',
    'transfer.problem.noTarget': '请指定客户、子账号或站点',
    'preview.problem': '应为预览返回的 previewVersion，原样填写',
    'preview.changed': '预览之后数据已被他人改动，未做任何更改；请重新预览后再确认',
    'preview.changedMachines': '预览之后有 {{count}} 台设备被他人改动，未做任何更改：{{machines}}；请重新预览后再确认',
    'preview.changedOne': '{{serial}}（{{since}}）',
    'preview.between': '，',
    'transfer.refused.unknown': '不存在，或不在您的管理范围内',
    'transfer.refused.scrapped': '已报废，不能调拨',
    'transfer.refused.daysElsewhere': '自生效日期起的部分日子不在您管理的基地或站点，请改用更晚的日期，或请总部办理',
    'transfer.refused.repairing': '的维修尚未结束（送修中或修复未上线），上线后才能调到另一个基地',
    'transfer.refused.partsFitted': '装有属于原基地库存的配件，请先拆下，再调到另一个基地',
    'transfer.refused.issued': '会改动已出具的对账单（{{statements}}），生效日期请改为 {{from}} 或之后',
    'transfer.issued': '{{client}} {{month}}，{{at}} 出具',
    'transfer.refusal': '{{count}} 台{{text}}',
    'transfer.refusalNamed': '{{count}} 台{{text}}：{{serials}}',
    'transfer.obstacle.refused': '未做任何更改：{{reasons}}',
    'transfer.obstacle.nothing': '未做任何更改：所选设备自生效日期起已经属于那里',
  },
  {
    'transfer.anotherClient': 'another client',
    'transfer.anotherAccount': 'another sub-account',
    'transfer.anotherBase': 'another base',
    'transfer.anotherSite': 'another site',
    'transfer.problem.future': 'the first day cannot be after today ({{day}})',
    'transfer.problem.tooEarly': 'the first day is {{day}} at the earliest, {{days}} days back',
    'transfer.problem.accountOfOther': 'this sub-account belongs to another client',
    'transfer.problem.betweenNodes': 'the database lies on several nodes, so devices cannot go to another base',
    'transfer.problem.tooManyMachines': 'at most 20,000 devices at a time; please split them',
    'transfer.problem.oneSelection': 'name the devices in one way only: ids, serials or filters',
    'transfer.problem.noTarget': 'name a client, a sub-account or a site',
    'preview.problem': 'should be the previewVersion that the preview answered, as it is',
    'preview.changed':
      'Nothing was changed: somebody else has changed this since your preview. Look at a new one, then confirm that',
    'preview.changedMachines':
      'Nothing was changed: somebody else has changed {{count}} [device|devices] since your preview: {{machines}}. Look at a new one, then confirm that',
    'preview.changedOne': '{{serial}} ({{since}})',
    'preview.between': ', ',
    'transfer.refused.unknown': 'unknown, or not yours to move',
    'transfer.refused.scrapped': 'scrapped, and cannot be transferred',
    'transfer.refused.daysElsewhere':
      'outside your bases or sites on some of the days; choose a later day, or ask headquarters',
    'transfer.refused.repairing':
      'in repair, or back and not online yet; a transfer to another base is possible once online again',
    'transfer.refused.partsFitted':
      'with fitted parts from the stock of their base; take these out before they go to another base',
    'transfer.refused.issued':
      'would change statements that were issued ({{statements}}); choose {{from}} or later as the first day',
    'transfer.issued': '{{client}} {{month}}, issued {{at}}',
    'transfer.refusal': '{{count}} [device|devices] {{text}}',
    'transfer.refusalNamed': '{{count}} [device|devices] {{text}}: {{serials}}',
    'transfer.obstacle.refused': 'Nothing was changed: {{reasons}}',
    'transfer.obstacle.nothing': 'Nothing was changed: the devices have belonged there since that day',
  },
)
