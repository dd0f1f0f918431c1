import { defineWords } from './define.ts'

/** Words of the documentation of stock, orders of goods and parts of machines. */
export const apiStock = defineWords(
  {
    'api.clearMachine': '拆下一台设备的全部配件，退回其公司的库存',
    'api.updatePart': '设置一台设备已安装的配件（一种，或列表），库存随之增减',
    'api.machineBar': '每月在役机器，按类型（当月有数据各日的平均值）',
    'api.machineLine': '每月平均在线机器，按类型',
    'api.deviceImport': '导入设备文件（csv、json 或 ndjson；表单的 file 字段或直接作为请求体），与 updateDevice 相同',
    'api.goodsOrderFind': '物料出入库单',
    'api.goodsOrderSave': '登记物料出库或入库：物料从发出方库存移到接收方库存；空的一方表示外部',
    'api.goodsOrderUpdate': '修改出入库单：先退回原来的，再移动新的',
    'api.goodsOrderDelete': '作废出入库单：物料退回',
    'api.goodsOrderExport': '全部符合条件的出入库单（xlsx、xls、csv）',
    'api.stockFind': '库存：各公司的物料、数量与已装数量',
    'api.section.orders': '物料出入库',
    'api.section.stock': '库存',
    'api.section.machines': '机器',
  },
  {
    'api.clearMachine': 'takes all parts off a machine, back to the stock of its company',
    'api.updatePart': 'sets the fitted parts of a machine (one, or a list); the stock changes with them',
    'api.machineBar': 'machines in service by month and type (average of the known days)',
    'api.machineLine': 'machines online by month and type (average of the known days)',
    'api.deviceImport':
      'imports a file of devices (csv, json or ndjson; as the field file of a form, or as the body itself), the same as updateDevice',
    'api.goodsOrderFind': 'orders of goods in and out',
    'api.goodsOrderSave':
      'goods out or in: moves them from the stock of the giver to that of the receiver; an empty side lies outside',
    'api.goodsOrderUpdate': 'changes an order: what it moved goes back, what it says now is moved',
    'api.goodsOrderDelete': 'voids an order: its goods go back',
    'api.goodsOrderExport': 'all matching orders of goods (xlsx, xls, csv)',
    'api.stockFind': 'stock: the goods of each company, in stock and fitted',
    'api.section.orders': 'Orders of goods',
    'api.section.stock': 'Stock',
    'api.section.machines': 'Machines',
  },
)
