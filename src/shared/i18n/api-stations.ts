import { defineWords } from './define.ts'

/** Words of the documentation of stations, amounts and the figures of the cockpits. */
export const apiStations = defineWords(
  {
    'api.stationFind': '岗位列表',
    'api.stationSave': '新增岗位；带 id 时改名',
    'api.stationDelete': '删除岗位；仍有成员时拒绝',
    'api.measureFind': '金额设置列表',
    'api.measureSave': '新增金额设置',
    'api.measureUpdate': '修改金额设置',
    'api.topGroups': '岗位排行：所审核设备、报告或成员最多的岗位（body.by：devices、reports、users）',
    'api.byMeasures': '最近 n 天按检测方式统计已完成检验的数量与金额，以及体检测量数',
    'api.exceptions': '最近 n 天每天超出正常范围的体检记录数',
    'api.exceptionRows': '超出正常范围的体检记录明细（body：days、date、kind、page、size）',
    'api.basic': '公司的基本数字：设备、基地、客户、子账号、用户、岗位、报告',
    'api.byCompany': '公司及其下级公司的设备状态数',
    'api.certificates': '每月完成的检验报告（证书）数',
    'api.section.kpi': '指标',
    'api.machineTypeFind': '机型与算力标准：全部机型，含已停用的',
    'api.machineTypeSave': '新增机型；名称不能改',
    'api.machineTypeUpdate': '修改机型的目标算力、系数 k、额定功率，或停用（retired）；自下一次更新设备起生效',
    'api.section.machineTypes': '机型',
    'api.section.stations': '岗位',
    'api.section.measures': '金额设置',
  },
  {
    'api.stationFind': 'Stations',
    'api.stationSave': 'Add a station; with an id, rename it',
    'api.stationDelete': 'Delete a station; refused while it has members',
    'api.measureFind': 'Amount settings',
    'api.measureSave': 'Add an amount setting',
    'api.measureUpdate': 'Change an amount setting',
    'api.topGroups':
      'Stations with the most devices under review, reports or people (body.by: devices, reports, users)',
    'api.byMeasures':
      'Finished inspections of the last n days by check method, with amounts; and measurements of patients',
    'api.exceptions': 'Measurements outside the normal limits by day, for the last n days',
    'api.exceptionRows': 'The measurements outside the normal limits (body: days, date, kind, page, size)',
    'api.basic': 'Basic figures of a company: devices, sites, clients, sub-accounts, users, stations, reports',
    'api.byCompany': 'Devices by state of a company and those below it',
    'api.certificates': 'Finished inspection reports (certificates) by month',
    'api.section.kpi': 'Key figures',
    'api.machineTypeFind': 'Machine types and their targets: all of them, retired ones too',
    'api.machineTypeSave': 'Add a machine type; its name stays',
    'api.machineTypeUpdate':
      'Change the target, k or nominal power of a machine type, or retire it (retired); from the next update of devices on',
    'api.section.machineTypes': 'Machine types',
    'api.section.stations': 'Stations',
    'api.section.measures': 'Amount settings',
  },
)
