import { defineWords } from './define.ts'

/** Words of the documentation of pictures, and of what is done with sites, clients and sub-accounts. */
export const apiPlaces = defineWords(
  {
    'api.section.attachments': '附件',
    'api.pictureUpload':
      '上传图片（PNG、JPEG、WebP 或 GIF，小于 5 MB）；data.id 用作 picId 或 smallPicId。带 ownerKind 与 ownerId 时直接归属该对象',
    'api.pictureDownload': '下载附件；基地的图片无需登录，其他需要令牌或签名地址',
    'api.pictureDelete':
      '删除附件（C079），检验记录的附件也用此地址删除（C044）；只限上传者或有权修改所属对象的人，再次删除返回 404',
    'api.section.live': '实时上报',
    'api.report':
      '上报设备运行数据（NDJSON 或 JSON 数组，可用 gzip，最多 10,000 行）：serial 与 reportedAt 必填，其余为数据更新的列；重复上报不产生任何变化。使用 report 令牌，或由站点管理者带 ?siteId=',
    'api.deviceHours': '一台设备最近 48 小时的算力（TH/s）与功率（W），每 5 分钟一个数值，null 为没有上报',
    'api.reportTokens': '一个站点的上报令牌',
    'api.createReportToken': '为一个站点生成上报令牌（只显示一次）：只能上报该站点，不能读取；须带 ownPassword',
    'api.endReportToken': '停用一个上报令牌',
    'api.section.stocktakes': '盘点',
    'api.stocktakeSave': '盘点站点：用扫描的序列号核对该站点的设备，并保存结果',
    'api.stocktakeFind': '一个站点的盘点记录，最新的在前',
    'api.stocktakeGet': '一次盘点及其各组设备',
    'api.stocktakePdf': '盘点结果（PDF，中英文）',
    'api.siteDelete': '删除基地及其所有用户和数据，须再次输入密码；30 天内可恢复',
    'api.clientDelete': '删除没有设备的客户及其子账号',
    'api.accountSave': '新增子账号',
    'api.accountUpdate': '修改子账号',
    'api.accountDelete': '删除没有设备的子账号',
  },
  {
    'api.section.attachments': 'Attachments',
    'api.pictureUpload':
      'stores a picture (PNG, JPEG, WebP or GIF below 5 MB); data.id is what picId and smallPicId name it by. With ownerKind and ownerId it belongs there at once',
    'api.pictureDownload': 'the file; pictures of sites without signing in, others with a token or by a signed address',
    'api.pictureDelete':
      'deletes an attachment (C079), that of a measurement too (C044); by its uploader or anyone who may change what it belongs to, a second deletion answers 404',
    'api.section.live': 'Live reports',
    'api.report':
      'Takes what machines measure (NDJSON or a JSON list, gzip allowed, at most 10,000 lines): serial and reportedAt, and the other columns of a feed; the same again changes nothing. By a token of scope report, or by a manager of the site with ?siteId=',
    'api.deviceHours':
      'Hash rate (TH/s) and power (W) of a machine in the last 48 hours, a figure for every 5 minutes; null = no report',
    'api.reportTokens': 'The report tokens of a site',
    'api.createReportToken':
      'Makes a report token of a site (shown once): it reports for that site alone and reads nothing; with ownPassword',
    'api.endReportToken': 'Ends a report token',
    'api.section.stocktakes': 'Stocktakes',
    'api.stocktakeSave': 'Take stock of a site: compares scanned serials with its machines, and keeps the result',
    'api.stocktakeFind': 'Stocktakes of a site, the newest first',
    'api.stocktakeGet': 'A stocktake with the machines of its groups',
    'api.stocktakePdf': 'The result of a stocktake as a PDF in both languages',
    'api.siteDelete':
      'deletes a site with all its users and data, with the password typed again; it can be restored for 30 days',
    'api.clientDelete': 'deletes a client without devices, with its sub-accounts',
    'api.accountSave': 'adds a sub-account',
    'api.accountUpdate': 'changes a sub-account',
    'api.accountDelete': 'deletes a sub-account without devices',
  },
)
