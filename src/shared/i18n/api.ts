import { apiAccount } from './api-account.ts'
import { apiAlerts } from './api-alerts.ts'
import { apiChannels } from './api-channels.ts'
import { apiCharts } from './api-charts.ts'
import { apiClasses } from './api-classes.ts'
import { apiGoods } from './api-goods.ts'
import { apiPage } from './api-page.ts'
import { apiPlaces } from './api-places.ts'
import { apiReports } from './api-reports.ts'
import { apiStations } from './api-stations.ts'
import { apiStock } from './api-stock.ts'
import { apiTry } from './api-try.ts'
import { createBook } from './book.ts'
import { defineWords } from './define.ts'

/** Words of the calls that have no file of their own. */
const ownWords = defineWords(
  {
    'api.videoFile': '课程视频',
    'api.imageFile': '冷库图片',
    'api.pdfFile': '选型报告 PDF',
    'api.cityNames': '全部城市名称',
    'api.cityData': '一个城市的气象参数；列表中没有该城市时为 null',
    'api.projectFind': '我的选型项目：筛选、排序、分页；他人的 userId 返回 403',
    'api.projectFind2': '当前公司的选型项目',
    'api.projectFindCenter': '所有公司的选型项目',
    'api.projectUnassigned': '某公司中负责人已删除的项目（编号与名称）',
    'api.projectGet': '一个选型项目，含图片、报告与选型结果',
    'api.projectSave': '保存草稿为新项目，不做校验；无法识别的值列在 problems 中',
    'api.projectUpdate': '更新项目：只改动提交的字段；必须带回 rowVersion，不一致时返回 409',
    'api.projectExportPdf':
      '保存项目并生成 PDF 报告（language：zh、en 或 both）；检查不通过时列出所有字段，无 id 时先保存为新项目',
    'api.projectDelete': '删除一个选型项目',
    'api.projectUpload':
      '上传冷库草图（PNG、JPEG、WebP 或 GIF，小于 5MB）；data.id 用于 mainImage 与 coldStorageImages',
    'api.publicKey': '取得加密密码用的 RSA 公钥（PEM）',
    'api.branding': '按域名取得公司名称与图片',
    'api.loginCall': '登录（不带 companyId 时进入上次所在的公司；程序请总是带上）',
    'api.loginByTicket': '用一次性登录票据登录',
    'api.logout': '退出登录',
    'api.info': '当前会话：用户、权限与菜单',
    'api.companies': '可进入的公司',
    'api.changeCompany': '切换当前公司',
    'api.profile': '用户资料',
    'api.auditFind': '操作记录：按操作人、操作、结果、日期与公司筛选',
    'api.auditExport': '导出操作记录（csv、xls 或 xlsx）',
    'api.userFind': '用户列表：按姓名、创建时间、公司、岗位或角色筛选；身份证号不完整显示',
    'api.userByNickName': '当前公司中某个角色的用户（编号与姓名）',
    'api.userOperators': '某公司的检验员与基地负责人（编号与姓名）',
    'api.userSave': '新增用户；带 id 时更新该用户（须带 rowVersion）',
    'api.userUpdate': '更新用户：未提交的字段保留，密码留空则不变；须带 rowVersion',
    'api.userDelete': '删除用户：其会话结束，项目保留',
    'api.deviceFind': '设备列表：筛选、排序、分页',
    'api.machineFind': '机器列表（同设备列表）',
    'api.deviceGet': '一台设备',
    'api.deviceScrap': '报废一台设备（不可恢复）',
    'api.repairBack': '折线：每日（或每月）送回的设备数',
    'api.repairOut': '折线：每日（或每月）送修的设备数',
    'api.machineOrder': '设备出库（送修）或入库（送回）',
    'api.repairFind': '维修与返还记录',
    'api.repairSave': '登记送修或送回，与设备出入库是同一个服务',
    'api.repairExport': '导出全部符合条件的维修记录（xls、xlsx、csv）',
    'api.repairPhotos': '一条维修记录的照片；用 attachments/actions/upload（ownerKind: repair）添加',
    'api.repairVoid': '作废一条维修记录（需要原因）',
    'api.deviceExport': '导出全部符合条件的设备（xls、xlsx、csv）',
    'api.updateDevice': '更新设备：读取上报数据，重算状态，写入当日快照',
    'api.serialList':
      '保存一份序列号清单（最多 10,000 个，系统设备超过 100,000 台时为 4,000 个）：返回键值 serialList，可用于设备列表、导出和告警的筛选，并列出未知的序列号',
    'api.warningFind': '告警设备：可按是否已确认、负责人筛选，按多列排序',
    'api.attend': '处理告警：确认知悉（附原因）、指派或备注；设备恢复或状态改变时失效',
    'api.deviceTransfer':
      '自某日起把设备调拨给另一客户、子账号或站点，全部成功或全不做；dryRun 只预演；当天可用 /device/undoUpdate 撤销',
    'api.deviceTransferred': '一个批次调拨的设备：从哪里、到哪里、自哪天起',
    'api.undoUpdate': '逐台撤销一次更新：处境未变的设备恢复，其余列出原因与办法；dryRun 只预演，companyId 限于一个基地',
    'api.lastDate': '最近的业务日期',
    'api.counts': '各状态设备数',
    'api.stack': '按日或按月的各状态设备数',
    'api.online': '在线率',
    'api.offline': '离线率',
    'api.compliance': '算力达标率',
    'api.pie': '按状态、维修次数或类型的占比',
    'api.siteFind': '站点列表',
    'api.clientFind': '客户列表',
    'api.accountFind': '子账号列表',
    'api.status': '系统状态：版本、数据库、迁移',
  },
  {
    'api.videoFile': 'Video of a class session',
    'api.imageFile': 'Picture of a cold store',
    'api.pdfFile': 'Report of a selection as PDF',
    'api.cityNames': 'names of all cities',
    'api.cityData': 'climate of one city; null for a city that is not in the list',
    'api.projectFind': 'own selection projects: filter, sort, page; another’s userId is refused with 403',
    'api.projectFind2': 'selection projects of the current company',
    'api.projectFindCenter': 'selection projects of all companies',
    'api.projectUnassigned': 'projects of a company whose owner was deleted (id and name)',
    'api.projectGet': 'one selection project with its sketches, reports and result',
    'api.projectSave': 'keeps a draft as a new project without validation; what cannot be read stands in problems',
    'api.projectUpdate':
      'changes the fields that are sent; rowVersion must come back, and is answered with 409 when somebody else was faster',
    'api.projectExportPdf':
      'saves a project and makes its PDF report (language: zh, en or both); a failed check names every field, a project without an id is saved as a new one',
    'api.projectDelete': 'deletes a selection project',
    'api.projectUpload':
      'uploads a sketch (PNG, JPEG, WebP or GIF below 5 MB); data.id is what mainImage and coldStorageImages name it by',
    'api.publicKey': 'The RSA public key (PEM) that passwords are encrypted with',
    'api.branding': 'Name and pictures of the company behind a domain',
    'api.loginCall': 'Sign in (without companyId: into the company entered last; programs had better always send it)',
    'api.loginByTicket': 'Sign in with a one-time ticket',
    'api.logout': 'Sign out',
    'api.info': 'The session: user, permissions and menu',
    'api.companies': 'Companies that the caller may enter',
    'api.changeCompany': 'Change the current company',
    'api.profile': 'Profile of a user',
    'api.auditFind': 'the audit log by person, action, result, day and company',
    'api.auditExport': 'the audit log as csv, xls or xlsx',
    'api.userFind': 'users by name, time of creation, company, station or role; identity numbers are masked',
    'api.userByNickName': 'users of one role in the current company (id and name)',
    'api.userOperators': 'inspectors and base managers of a company (id and name)',
    'api.userSave': 'adds a user; with an id it changes that one (rowVersion needed)',
    'api.userUpdate': 'changes a user: what is not sent stays, a blank password keeps the old one; rowVersion needed',
    'api.userDelete': 'deletes a user: the sessions end, the projects stay',
    'api.deviceFind': 'Devices: filtered, sorted, by page',
    'api.machineFind': 'Machines (the same list as devices)',
    'api.deviceGet': 'One device',
    'api.deviceScrap': 'Scrap a device, for good',
    'api.repairBack': 'Line: devices returned a day or month',
    'api.repairOut': 'Line: devices sent to repair a day or month',
    'api.machineOrder': 'Outbound (to repair) or inbound (returned) order of devices',
    'api.repairFind': 'Repair and return records',
    'api.repairSave': 'Records a send-out or a return; the same service as the order of devices',
    'api.repairExport': 'All matching repair records as a file (xls, xlsx, csv)',
    'api.repairPhotos': 'The photos of a repair record; attachments/actions/upload (ownerKind: repair) adds one',
    'api.repairVoid': 'Voids a repair record, with a reason',
    'api.deviceExport': 'All matching devices as a file (xls, xlsx, csv)',
    'api.updateDevice': 'Update the fleet: read reports, recompute states, write the snapshot of the day',
    'api.serialList':
      'Keep a list of serials (at most 10,000, or 4,000 where the system has more than 100,000 devices): its key serialList narrows the device list, its export and the warnings; unknown serials are named',
    'api.warningFind':
      'Devices in trouble, narrowed by whether they are acknowledged and by assignee, in several orders',
    'api.attend':
      'Attend to warnings: acknowledge with a reason, assign, note; it holds until the device recovers or its state changes',
    'api.deviceTransfer':
      'Give machines to another client, sub-account or site from a day on, all or none; dryRun only rehearses; on the same day /device/undoUpdate takes it back',
    'api.deviceTransferred': 'The machines that a batch transferred: from whom, to whom, from which day on',
    'api.undoUpdate':
      'Undo an update machine by machine: the rest is listed with what to do; dryRun only rehearses, companyId limits it to one base',
    'api.lastDate': 'The newest business date',
    'api.counts': 'Devices by state',
    'api.stack': 'Devices by state over days or months',
    'api.online': 'Online rate',
    'api.offline': 'Offline rate',
    'api.compliance': 'Computing-power compliance rate',
    'api.pie': 'Shares by state, repair times or type',
    'api.siteFind': 'Sites',
    'api.clientFind': 'Clients',
    'api.accountFind': 'Sub-accounts',
    'api.status': 'The system: version, database, migrations',
  },
)

const api = {
  zh: {
    ...ownWords.zh,
    ...apiPage.zh,
    ...apiTry.zh,
    ...apiAccount.zh,
    ...apiAlerts.zh,
    ...apiCharts.zh,
    ...apiClasses.zh,
    ...apiGoods.zh,
    ...apiReports.zh,
    ...apiPlaces.zh,
    ...apiStations.zh,
    ...apiChannels.zh,
    ...apiStock.zh,
  },
  en: {
    ...ownWords.en,
    ...apiPage.en,
    ...apiTry.en,
    ...apiAccount.en,
    ...apiAlerts.en,
    ...apiCharts.en,
    ...apiClasses.en,
    ...apiGoods.en,
    ...apiReports.en,
    ...apiPlaces.en,
    ...apiStations.en,
    ...apiChannels.en,
    ...apiStock.en,
  },
}

export type ApiWord = keyof typeof api.zh
/** The text of a word of the interface documentation. */
export const apiWord = createBook<ApiWord>(api)
